import { citationKey } from "../../../bofip/law/citation.ts";
import { listMentions } from "../../../bofip/law/cited/entries.ts";
import { type CitedKind, readCitedLawKey } from "../../../bofip/law/cited/keys.ts";
import { identifiedBy, officialLinks } from "../../../bofip/law/cited/linked.ts";
import { readCitedLaw } from "../../../bofip/law/cited/read-cited-law.ts";
import { readMentions } from "../../../bofip/law/mentions/read-mentions.ts";
import { isNoise, without } from "../../../bofip/references/read-publications.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readCodesOfArticle } from "../../../db/queries/cited-law/listed.ts";
import { readCorpusState } from "../../../db/queries/corpus.ts";
import { parseQuery, QuerySyntaxError } from "../../../search/fulltext/query/parse.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { articlePath, lawPath } from "../../pages/addresses.ts";
import { type LawArticle, readLawArticle } from "../../schemas/parameters/law.ts";
import { identify, readCiting, readCommentedArticle } from "../law/service.ts";
import { type Resolved, UNKNOWN } from "./publications.ts";

/** An article, or something with a key: null when its words do not identify one thing. */
type NamedLaw =
  | ({ readonly genre: "article" } & LawArticle)
  | { readonly genre: CitedKind; readonly cle: string | null };

/** What a short text names of the law. */
export interface ReadLaw {
  readonly named: readonly NamedLaw[];
  /** Numbers of an article without its code. */
  readonly numbers: readonly string[];
  /** Whether nothing else is written. */
  readonly isWhole: boolean;
}

/** Reads what a text meant as a reference names of the law: a key, an address, or a citation in words. */
export function readLaw(ref: string): ReadLaw {
  const text = ref.trim().normalize("NFC");
  const alone = readAlone(text);
  if (alone !== null) return { named: [alone], numbers: [], isWhole: true };
  const cited = listMentions(readCitedLaw(text));
  const articles = articlesIn(text).filter(
    (article) => !cited.some(({ start, end }) => article.start < end && article.end > start),
  );
  const named = [
    ...cited.map(({ genre, cle }) => ({ genre, cle })),
    ...articles.flatMap(({ article }) => article ?? []),
  ];
  const distinct = new Map(named.map((each) => [JSON.stringify(each), each]));
  const numbers = articles.flatMap(({ article, numbers: of }) => (article === null ? of : []));
  const isWhole = named.length + numbers.length > 0 && isNoise(without(text, [...cited, ...articles]));
  return { named: [...distinct.values()], numbers, isWhole };
}

/** A key, or an address: of ours, or of an official publisher. */
function readAlone(text: string): NamedLaw | null {
  const key = readCitedLawKey(text);
  if (key !== null) return { genre: key.kind, cle: key.cle };
  const [, code = "", article = ""] = /^([^:/\s]{2,40}):([^:/]{1,40})$/.exec(text) ?? [];
  const keyed = readLawArticle(code, article);
  if (keyed !== null) return { genre: "article", ...keyed };
  return /^(?:https?:\/)?\/\S+$/.test(text) ? readLawAddress(text) : null;
}

const OWN_LAW = /\/(articles|decisions|normes|reponses)\/([^/?#]+)(?:\/([^/?#]+))?(?=[?#]|$)/;

function readLawAddress(address: string): NamedLaw | null {
  const [link] = officialLinks([{ href: address, start: 0, end: 1 }]);
  const official = link && identifiedBy(link);
  if (official) return { genre: official.kind, cle: official.cited.cle };
  const [, list, first = "", second = ""] = OWN_LAW.exec(address) ?? [];
  if (list === "articles") {
    const article = readLawArticle(decoded(first), decoded(second));
    return article && { genre: "article", ...article };
  }
  const key = list === undefined ? null : readCitedLawKey(decoded(first));
  return key && { genre: key.kind, cle: key.cle };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

interface WrittenArticle {
  /** Null when its code is not named. */
  readonly article: ({ readonly genre: "article" } & LawArticle) | null;
  readonly numbers: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** As the doctrine writes them, and as queries do: « L80 A du LPF ». */
function articlesIn(text: string): WrittenArticle[] {
  const mentioned = readMentions(text).map(({ code, article, start, end }): WrittenArticle => {
    return { article: { genre: "article", code, article }, numbers: [], start, end };
  });
  return mentioned.length > 0 ? mentioned : articlesOfQuery(text);
}

function articlesOfQuery(text: string): WrittenArticle[] {
  try {
    return parseQuery(text).citations.flatMap((citation): WrittenArticle[] => {
      if (citation.kind !== "article") return [];
      const { code, inTaxCode, plain } = citation.article;
      const article = code === null ? null : readLawArticle(code, code.startsWith("CGI") ? inTaxCode : plain);
      const numbers = [...new Set([inTaxCode, plain])];
      return [{ article: article && { genre: "article", ...article }, numbers, ...citation.whole }];
    });
  } catch (error) {
    if (error instanceof QuerySyntaxError) return [];
    throw error;
  }
}

/** Where things of the law are answered. */
export interface LawDeps {
  readonly database: Database;
  readonly publicUrl: () => string;
}

const MOST = 5;

/** What the text names, each with whether its address answers: the routes' own functions say so. */
export async function resolveLaw(deps: LawDeps, { named, numbers }: ReadLaw): Promise<Resolved[]> {
  const coded = numbers.length === 0 ? [] : await readCodesOfArticle(deps.database, numbers);
  const articles = coded.map(({ code, article }): NamedLaw => ({ genre: "article", code, article }));
  const resolved: Resolved[] = [];
  for (const each of [...named, ...articles].slice(0, MOST)) resolved.push(await resolveOne(deps, each));
  return resolved;
}

async function resolveOne(deps: LawDeps, named: NamedLaw): Promise<Resolved> {
  return named.genre === "article" ? await resolveArticle(deps, named) : await resolveKeyed(deps, named);
}

const FIRST_PAGE = { limit: 1, offset: 0 };
/** Whether an article is held is asked, whatever the day. */
const NO_DAY = "9999-12-31";

async function resolveArticle({ database }: LawDeps, named: LawArticle): Promise<Resolved> {
  const { law } = await readCorpusState(database);
  const asked = { ...named, role: null, ...FIRST_PAGE };
  const answer = await unlessUnknown(readCommentedArticle(database, asked, { law, day: NO_DAY }));
  const { code, article } = answer ?? named;
  const { url } = identify({ code, article });
  const identified = {
    ...UNKNOWN,
    genre: "article" as const,
    cle: citationKey({ code, article, etendue: null }),
    url,
  };
  const lecture = `L'article ${article} (${code})`;
  if (answer === null)
    return {
      ...identified,
      lecture: `${lecture}, que ni document en vigueur ni actualité ne nomme, et dont le texte n'est pas détenu.`,
    };
  const page = articlePath({ code, article });
  return { ...identified, lecture: `${lecture}.`, detenu: true, adresse: `/v1${page}`, page };
}

const KINDS: Readonly<Record<CitedKind, string>> = {
  decision: "La décision",
  norme: "Le texte",
  reponse: "La réponse ministérielle",
};

async function resolveKeyed(
  deps: LawDeps,
  { genre, cle }: { readonly genre: CitedKind; readonly cle: string | null },
): Promise<Resolved> {
  if (cle === null) return { ...UNKNOWN, genre, lecture: `${KINDS[genre]}, que ces mots n'identifient pas.` };
  const request = { cle, path: "", ...FIRST_PAGE };
  const answer = await unlessUnknown(readCiting(deps, genre, request));
  const named = { ...UNKNOWN, genre, cle };
  const lecture = `${KINDS[genre]} ${cle}`;
  if (answer === null)
    return { ...named, lecture: `${lecture}, que ni document en vigueur ni actualité ne cite.` };
  const page = lawPath(genre, cle);
  return { ...named, lecture: `${lecture}.`, detenu: true, adresse: `/v1${page}`, page, url: answer.url };
}

async function unlessUnknown<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
