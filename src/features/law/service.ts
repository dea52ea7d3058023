import { compareArticles } from "../../../bofip/law/article-number.ts";
import {
  type AnswerFields,
  completed,
  type DecisionFields,
  type FieldsOf,
  type LawEntry,
  type NormFields,
} from "../../../bofip/law/cited/entries.ts";
import { type CitedKind, keyPart, readCitedLawKey } from "../../../bofip/law/cited/keys.ts";
import {
  answerName,
  COURT_NAMES,
  decisionName,
  NORM_KIND_NAMES,
  normName,
} from "../../../bofip/law/cited/mentions.ts";
import { codeKey, officialArticleUrl } from "../../../bofip/law/codes.ts";
import { compareNumbers } from "../../../bofip/paragraphs/paragraphs.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  type CitingPage,
  type LawVariant,
  readKeysNear,
  readRangesWithDocuments,
  readTextsCiting,
} from "../../../db/queries/cited-law/citing.ts";
import { readHeldWriting } from "../../../db/queries/cited-law/listed.ts";
import { readSection } from "../../../db/queries/law/articles.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RefusalDetails } from "../../http/errors/details.ts";
import { nextPage } from "../../http/kept-words.ts";
import { type LawArticle, readLawArticle } from "../../schemas/parameters/law.ts";
import type { Site } from "../../texts/edition.ts";
import { type LawOnDay, lawCoverage } from "../../texts/law-of-day.ts";
import type {
  CitedDecision,
  CitedNorme,
  CitedReponse,
  CitingNews,
  CommentedArticle,
  LawCitingDocument,
} from "./answer.ts";
import { readNeighbours } from "./counted-articles.ts";
import { readHeldArticle } from "./law-text.ts";

export interface CitedLawDeps extends Site {
  readonly database: Database;
}

/** A decision's fields, in the order of the contract. */
export function decisionOf(cle: string | null, fields: DecisionFields) {
  const { juridiction, formation, date, numero, ecli, url } = fields;
  return { cle, juridiction, formation, date, numero, ecli, url };
}

/** A norm's fields, likewise. */
export function normeOf(cle: string | null, { nature, numero, date, url }: NormFields) {
  return { cle, nature, numero, date, url };
}

/** A ministerial answer's fields, likewise. */
export function reponseOf(cle: string | null, { chambre, auteur, numero, date, url }: AnswerFields) {
  return { cle, chambre, auteur, numero, date, url };
}

/** The fields of each kind, as answers have them. */
export interface LawFields {
  readonly decision: ReturnType<typeof decisionOf>;
  readonly norme: ReturnType<typeof normeOf>;
  readonly reponse: ReturnType<typeof reponseOf>;
}

/** What distinguishes a kind of law with keys from the others. */
interface LawKind<Genre extends CitedKind> {
  readonly genre: Genre;
  /** Its list, in addresses and answers. */
  readonly list: `${Genre}s`;
  readonly title: string;
  /** As a refusal names one. */
  readonly one: string;
  /** What its list may be kept to, with its name. */
  readonly classes: Readonly<Record<string, string>>;
  readonly fieldsOf: (cle: string | null, champs: FieldsOf<Genre>) => LawFields[Genre];
  readonly nameOf: (fields: LawFields[Genre]) => string;
}

/** The kinds, in the order of routes and pages; statutory articles, whose key is a code and a number, are none of them. */
export const LAW_KINDS: { readonly [Genre in CitedKind]: LawKind<Genre> } = {
  decision: {
    genre: "decision",
    list: "decisions",
    title: "Décisions citées",
    one: "la décision",
    classes: COURT_NAMES,
    fieldsOf: decisionOf,
    nameOf: decisionName,
  },
  norme: {
    genre: "norme",
    list: "normes",
    title: "Textes cités",
    one: "la norme",
    classes: NORM_KIND_NAMES,
    fieldsOf: normeOf,
    nameOf: normName,
  },
  reponse: {
    genre: "reponse",
    list: "reponses",
    title: "Réponses ministérielles citées",
    one: "la réponse ministérielle",
    classes: { AN: "Assemblée nationale", Senat: "Sénat" },
    fieldsOf: reponseOf,
    nameOf: answerName,
  },
};

interface LawCitingRequest {
  /** A key, as a caller may type it. */
  readonly cle: string;
  /** A norm's, as a caller may type it; absent for all of it. */
  readonly article?: string | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Path of this page, with its parameters. */
  readonly path: string;
}

interface CitingTexts {
  readonly total: number;
  readonly documents: LawCitingDocument[];
  readonly actualites: CitingNews[];
  readonly page_suivante: string | null;
}

/**
 * Something that a key names, one page of the documents in force that cite it, and the actualités that do.
 * @throws {ApiError} `law_not_cited`, with the nearest keys.
 */
export async function readCiting<Genre extends CitedKind>(
  { database, publicUrl }: CitedLawDeps,
  genre: Genre,
  { cle: typed, path, article, ...page }: LawCitingRequest,
): Promise<LawFields[Genre] & CitingTexts> {
  const key = readCitedLawKey(typed);
  const cle = key?.kind === genre ? key.cle : keyPart(typed);
  const asked = { genre, cle, article: article === undefined ? null : normArticle(article) };
  const { total, variants, documents, actualites } = await readTextsCiting(database, asked, page);
  const champs = knownFields<FieldsOf<Genre>>(variants);
  if (champs === null) {
    const proches = await readKeysNear(database, { genre, cle });
    const near = proches.length === 0 ? "" : ` ; les plus proches qui sont citées : ${proches.join(", ")}`;
    const named = { kind: LAW_KINDS[genre].one, cle: key?.cle ?? typed };
    throw new ApiError("law_not_cited", { ...named, proches: near }, { proches });
  }
  return {
    ...LAW_KINDS[genre].fieldsOf(cle, champs),
    total,
    documents: documents.map(({ paragraphes, role: _role, etendue: _range, ...document }) => ({
      ...document,
      paragraphes: distinct(paragraphes),
    })),
    actualites: [...actualites],
    page_suivante: nextPage(publicUrl() + path, { ...page, total }),
  };
}

/** « art. 1 » is « 1er », as texts write it. */
function normArticle(typed: string): string {
  const number = typed
    .toLowerCase()
    .replace(/^(?:article|art\.?)/, "")
    .replaceAll(" ", "");
  return number === "1" || number === "premier" ? "1er" : number;
}

function distinct(numbers: readonly (string | null)[]): string[] {
  return [...new Set(numbers.filter((numero) => numero !== null))].sort(compareNumbers);
}

/** One thing as documents describe it: each field has its most frequent value. */
export function knownFields<Fields extends object>(variants: readonly LawVariant<Fields>[]): Fields | null {
  const [first, ...others] = variants.toSorted(
    (one, other) => other.citations - one.citations || compare(written(one), written(other)),
  );
  return first === undefined
    ? null
    : others.reduce((fields, { champs }) => completed(fields, champs), first.champs);
}

/** Between as many citations, any order would do, if it is always the same. */
function written({ champs }: LawVariant<object>): string {
  return JSON.stringify(Object.entries(champs).sort(([one], [other]) => compare(one, other)));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

interface ArticleRequest extends CitingPage {
  /** As written: a key, a name or an abbreviation. */
  readonly code: string;
  /** As written, in any usual form. */
  readonly article: string;
}

const LONGEST_TOLD = 120;

/**
 * One page of the documents in force that cite an article, by itself or within a range, the actualités that name it, and
 * its law of the day.
 * @throws {ApiError} `article_not_cited` when it is not held and none of both names it, alone or as an end of a range, with
 * the nearest cited ones of the code and the ranges that would include it: nothing proves that the code has it.
 */
export async function readCommentedArticle(
  database: Database,
  { code: writtenCode, article: typed, ...page }: ArticleRequest,
  on: LawOnDay,
): Promise<CommentedArticle> {
  const read = readLawArticle(writtenCode, typed);
  if (read === null) throw notCited({ code: writtenCode, article: typed }, NOTHING);
  const asked = await readHeldWriting(database, read);
  const { code: cle, article } = asked;
  const cited = { genre: "article", cle, article } as const;
  const section = on.law === null ? [] : await readSection(database, asked, on.day);
  const reachedFrom = section.filter((other) => compareArticles(other, article) <= 0);
  const [{ isNamed, total, named, ...found }, { written, ...held }] = await Promise.all([
    readTextsCiting(database, cited, { ...page, reachedFrom }),
    readHeldArticle(database, asked, on),
  ]);
  if (!isNamed && written === null) throw notCited(asked, await readAround(database, asked));
  const documents = found.documents.map(({ paragraphes, etendue, ...document }) => ({
    ...document,
    paragraphes: distinct(paragraphes),
    ...(etendue === null ? { nature: "nommee" as const } : { nature: "etendue" as const, etendue }),
  }));
  return {
    ...identify(isNamed || written === null ? asked : { code: cle, article: written }),
    total,
    total_nommes: named,
    documents,
    actualites: [...found.actualites],
    ...held,
    ...lawCoverage(on.law),
  };
}

/** The fields that identify an article in every answer. */
export function identify({ code, article }: LawArticle) {
  return { code, code_cle: codeKey(code), article, url: officialArticleUrl(code, article) };
}

/** What documents in force cite around an article that none names. */
type Around = Required<Pick<RefusalDetails, "proches" | "etendues">>;

const NOTHING: Around = { proches: [], etendues: [] };

function notCited({ code, article }: LawArticle, around: Around): ApiError {
  const { proches, etendues } = around;
  const near = proches.length === 0 ? "" : ` ; les plus proches qui sont cités : ${proches.join(", ")}`;
  const within =
    etendues.length === 0
      ? ""
      : ". Il prendrait place dans des suites d'articles citées, ce qui ne dit pas qu'il existe";
  const named = { code: shortened(code), article: shortened(article) };
  return new ApiError("article_not_cited", { ...named, proches: near, etendues: within }, around);
}

async function readAround(database: Database, asked: LawArticle): Promise<Around> {
  const [proches, ranges] = await Promise.all([
    readNeighbours(database, asked),
    readRangesWithDocuments(database, asked),
  ]);
  return {
    proches,
    etendues: ranges.map(({ documents, ...range }) => ({ ...range, documents: [...documents] })),
  };
}

/** A caller may have written anything as long as an address allows. */
function shortened(typed: string): string {
  return typed.length > LONGEST_TOLD ? `${typed.slice(0, LONGEST_TOLD)}…` : typed;
}

/** What a text cites beside the articles of codes, with the contract's field names. */
interface CitedLawAnswer {
  readonly decisions: CitedDecision[];
  readonly normes: CitedNorme[];
  readonly reponses: CitedReponse[];
}

/**
 * The decisions, norms and ministerial answers that a text cites.
 * @param numero a § that cites them, whose words describe them; null for the whole text.
 */
export function citedLawAnswer(entries: readonly LawEntry[], numero: string | null = null): CitedLawAnswer {
  const answer: CitedLawAnswer = { decisions: [], normes: [], reponses: [] };
  for (const entry of entries) {
    const { cle, article, occurrences } = entry;
    const first = occurrences.find(({ paragraphe }) => numero === null || paragraphe === numero);
    if (first === undefined) continue;
    const numbers = occurrences.flatMap(({ paragraphe }) => paragraphe ?? []);
    const cited = { texte: first.texte, paragraphes: [...new Set(numbers)] };
    if (entry.genre === "decision") answer.decisions.push({ ...decisionOf(cle, entry.champs), ...cited });
    else if (entry.genre === "norme")
      answer.normes.push({ ...normeOf(cle, entry.champs), article, ...cited });
    else answer.reponses.push({ ...reponseOf(cle, entry.champs), ...cited });
  }
  return answer;
}
