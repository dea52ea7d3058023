import { frenchDate, parisDay } from "../../../bofip/days/days.ts";
import { codeKey } from "../../../bofip/law/codes.ts";
import { articleKey } from "../../../bofip/law/versions.ts";
import {
  type ParagraphRange,
  paragraphIndex,
  paragraphSpan,
  paragraphText,
  UntakenParagraphs,
} from "../../../bofip/paragraphs/paragraphs.ts";
import { oncePer } from "../../../bofip/reading/cursor.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { NumberedArticle } from "../../../db/queries/cited-law/citing.ts";
import { type LawText, readLawTexts } from "../../../db/queries/law/articles.ts";
import { readCommentedArticles } from "../../../db/queries/law/commented.ts";
import {
  type PackedEdition,
  readPackedEditions,
  readPackedPassages,
} from "../../../db/queries/texts/packed.ts";
import type { LawState } from "../../../db/schema/ingestion.ts";
import { articlePath } from "../../pages/addresses.ts";
import { readNamedQuestion } from "../../questions/named-thing.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import { editionsInForce } from "../../schemas/parameters/search-query.ts";
import { type EditionDeps, paragraphEditionOf, placeOfParagraph } from "../../texts/edition.ts";
import { articlesOfDay, lawCoverage } from "../../texts/law-of-day.ts";
import { articleAnswer } from "../documents/service.ts";
import { findDocumentsIn, type HybridDeps, isProvisional } from "../hybrid/service.ts";
import { citedLawAnswer } from "../law/service.ts";
import { articlesOf } from "../paragraphs/service.ts";
import type { ContextAnswer, ContextElement } from "./answer.ts";
import { type Candidate, fillPack, type Packed } from "./pack.ts";
import { keyOf, type NamedParagraph, type RankedParagraph, rankParagraphs } from "./ranked.ts";

export type ContextDeps = HybridDeps & EditionDeps;

export interface ContextRequest {
  readonly question: string;
  /** Code points of the texts given. */
  readonly budget: number;
  readonly filter: AskedFilter;
  /** `YYYY-MM-DD`; null for today. */
  readonly date: string | null;
  /** Whether the articles that § comment on follow them. */
  readonly droit?: boolean;
}

/** A pack, whether the same question may soon get another one, and `FoundDocuments.version`. */
interface FoundContext {
  readonly answer: ContextAnswer;
  readonly isProvisional: boolean;
  readonly version: string | null;
}

/** How many documents are read for a budget: each adds to the time of the search (docs/meaning.md, « Contexts »). */
const CODE_POINTS_A_DOCUMENT = 2_500;
const FEWEST_DOCUMENTS = 4;
const MOST_DOCUMENTS = 30;
/** How many others are read that the § found send to. */
const MOST_DESTINATIONS = 20;

/**
 * The § that answer a question, whole, within a budget, each with what proves and cites it (contract, « Context for a
 * language model »). After the search, the store is asked twice: for the documents found, then for those that they
 * send to; for the articles that they cite, and for those that they comment on, when law is held.
 * @throws {EngineUnavailable} as the search
 * @throws {DamagedText}
 */
export async function readContext(
  deps: ContextDeps,
  { question, budget, filter, date, droit = false }: ContextRequest,
  law: LawState | null = null,
): Promise<FoundContext> {
  const on = { law, day: date ?? parisDay(deps.clock()) };
  const limit = documentsFor(budget);
  const editions = editionsInForce(date ?? undefined);
  const { warnings, ...asked } = await readNamedQuestion(deps, question);
  const { documents, ...search } = await findDocumentsIn(
    deps,
    { ...asked, filter, editions, limit },
    (named) => readPackedPassages(deps.database, named, date),
  );
  const found = new Map(documents.map(({ source }) => [source.boi_id, source]));
  const ranked = chosenAmong(found, rankParagraphs(documents));
  const alone = fillPack<Chosen>(ranked, () => [], budget);
  const others = await readPackedEditions(deps.database, unreadOf(alone.elements, found), date);
  const sentTo = followIn(new Map<string, PackedEdition>([...found, ...others]));
  const lawOf = droit && law !== null ? await readCommented(deps, alone.elements, on.day) : () => null;
  const { elements, used, omitted } = fillPack<Given>(ranked, sentTo, budget, lawOf);
  const told = elements.map((element) => elementOf(deps, element, date));
  const articles = await articlesOfDay(
    deps.database,
    told.map((element) => ({ articles: element.articles, since: element.edition?.date_debut ?? on.day })),
    on,
  );
  const answer = {
    question,
    budget,
    employe: used,
    elements: told.map((element, rank) => ({ ...element, articles: articles[rank] ?? [] })),
    omis: omitted,
    ...lawCoverage(law),
    ...(warnings.length === 0 ? {} : { avertissements: [...warnings] }),
  };
  return { answer, isProvisional: isProvisional(search), version: search.version };
}

function documentsFor(budget: number): number {
  const wanted = Math.ceil(budget / CODE_POINTS_A_DOCUMENT);
  return Math.min(MOST_DOCUMENTS, Math.max(FEWEST_DOCUMENTS, wanted));
}

/** The documents that some § send to and that are not read yet, in the order of the § . */
function unreadOf(elements: readonly Chosen[], read: ReadonlyMap<string, PackedEdition>): string[] {
  const named = elements.flatMap(({ edition, numero }) => destinationsOf(edition, numero));
  const unread = new Set(named.map(({ boiId }) => boiId).filter((boiId) => !read.has(boiId)));
  return [...unread].slice(0, MOST_DESTINATIONS);
}

/** The § that a § sends to, among the documents read, but those that another one has sent to. */
function followIn(editions: ReadonlyMap<string, PackedEdition>): (one: Given) => Chosen[] {
  const untaken = oncePer(({ spans }: PackedEdition) => new UntakenParagraphs(paragraphIndex(spans)));
  return (one) => {
    if ("law" in one) return [];
    const { edition, numero } = one;
    return destinationsOf(edition, numero).flatMap((destination) => {
      const target = editions.get(destination.boiId);
      const named = target === undefined ? [] : paragraphsAt(target, destination, untaken(target));
      return chosenAmong(
        editions,
        named.map((one) => ({ ...one, reason: "renvoi", isFound: false })),
      );
    });
  };
}

/** A stretch of § that a § sends to; a whole document when it names no §. */
interface Destination {
  readonly boiId: string;
  readonly range: ParagraphRange | null;
}

type Sending = Pick<PackedEdition, "boi_id" | "renvois" | "links">;

/** Where a § sends: to its own document first, then to others in the order of the text that cites them. */
export function destinationsOf(edition: Sending, numero: string | null): readonly Destination[] {
  return destinationsByNumber(edition).get(numero) ?? [];
}

const destinationsByNumber = oncePer(({ boi_id, renvois, links }: Sending) => {
  const byNumber = new Map<string | null, Destination[]>();
  const send = (depuis: string | null, destination: Destination) => {
    const own = byNumber.get(depuis) ?? [];
    own.push(destination);
    byNumber.set(depuis, own);
  };
  for (const { depuis, vers } of renvois) send(depuis, { boiId: boi_id, range: { de: vers, a: vers } });
  for (const { target, cibles } of links)
    for (const { depuis, vers, jusqua } of cibles)
      send(depuis, { boiId: target, range: vers === null ? null : { de: vers, a: jusqua ?? vers } });
  return byNumber;
});

/** The § of a destination, of those `left`, each given once; none for a whole document with numbered ones, too many. */
export function paragraphsAt(
  { boi_id: boiId, spans }: Pick<PackedEdition, "boi_id" | "spans">,
  { range }: Destination,
  left = new UntakenParagraphs(paragraphIndex(spans)),
): NamedParagraph[] {
  if (range === null) return spans.length === 0 ? [{ boiId, numero: null }] : [];
  return [...new Set(left.take(range))].map((numero) => ({ boiId, numero }));
}

interface Chosen extends Candidate, NamedParagraph {
  readonly edition: PackedEdition;
}

/** In their editions, in order. Of hundreds ranked, few are given: words are cut out, and hashed, on first use. */
function chosenAmong(
  editions: ReadonlyMap<string, PackedEdition>,
  ranked: readonly RankedParagraph[],
): Chosen[] {
  return ranked.flatMap((one) => {
    const edition = editions.get(one.boiId);
    return edition !== undefined && hasParagraph(edition, one.numero) ? [chosenIn(edition, one)] : [];
  });
}

/** A document without numbered § counts as one, whose number is null. */
function hasParagraph({ spans }: PackedEdition, numero: string | null): boolean {
  return numero === null ? spans.length === 0 : paragraphSpan(spans, numero) !== undefined;
}

function chosenIn(edition: PackedEdition, one: RankedParagraph): Chosen {
  const { contenu_texte: whole, spans } = edition;
  const { numero } = one;
  let texte: string | null = null;
  let empreinte: string | null = numero === null ? edition.empreinte : null;
  return {
    ...one,
    key: keyOf(one),
    edition,
    get texte() {
      texte ??= numero === null ? whole : (paragraphText(whole, spans, numero) ?? "");
      return texte;
    },
    get empreinte() {
      empreinte ??= fingerprint(this.texte);
      return empreinte;
    },
  };
}

/** An article of law that a § comments on, in its version of the day. */
interface ChosenLaw extends Candidate {
  readonly law: LawText;
  readonly named: NumberedArticle;
}

type Given = Chosen | ChosenLaw;

/** How many articles are read for a pack: their share of the budget holds fewer. */
const MOST_ARTICLES = 30;

/**
 * The article that each of some § comments on, of those that its document comments on: the first that it cites, else the
 * only one. None for one that is not held that day, or of which the text is not.
 */
async function readCommented(
  { database }: ContextDeps,
  elements: readonly Given[],
  day: string,
): Promise<(one: Given) => ChosenLaw | null> {
  const chosen = elements.filter((one): one is Chosen => !("law" in one));
  const byEdition = await readCommentedArticles(database, [
    ...new Set(chosen.map(({ edition }) => edition.edition)),
  ]);
  const articleOf = ({ edition, numero }: Chosen): NumberedArticle | null => {
    const commented = byEdition.get(edition.edition) ?? [];
    const cited = numero === null ? edition.articles : articlesOf(edition, numero);
    const own = commented.find((one) => cited.some((each) => isSame(each, one)));
    return own ?? (commented.length === 1 ? (commented[0] ?? null) : null);
  };
  const asked = new Map(chosen.flatMap((one) => keyed(articleOf(one)))).values();
  const named = [...asked].slice(0, MOST_ARTICLES);
  const texts = await readLawTexts(database, named, day);
  return (one) => {
    const wanted = "law" in one ? null : articleOf(one);
    const law = texts.find((text) => wanted !== null && isSame(text, wanted));
    if (wanted === null || law === undefined || law.contenu_texte === null) return null;
    return {
      key: `droit ${law.legiarti}`,
      reason: "droit",
      isFound: false,
      texte: law.contenu_texte,
      empreinte: law.empreinte ?? "",
      law,
      named: wanted,
    };
  };
}

function isSame(one: NumberedArticle, other: NumberedArticle): boolean {
  return one.code === other.code && articleKey(one.article) === articleKey(other.article);
}

function keyed(one: NumberedArticle | null): [string, NumberedArticle][] {
  return one === null ? [] : [[`${one.code} ${articleKey(one.article)}`, one]];
}

/** A text as the answer gives it. @param day that was asked for; null for none. */
function elementOf(deps: EditionDeps, element: Packed<Given>, day: string | null): ContextElement {
  return "law" in element ? lawElement(deps, element) : paragraphElement(deps, element, day);
}

function lawElement(
  { publicUrl }: EditionDeps,
  { law, named, texte, isCut }: Packed<ChosenLaw>,
): ContextElement {
  const { code, article } = named;
  const name = `${code}, art. ${article}`;
  return {
    boi_id: null,
    titre: name,
    numero: null,
    section: law.section,
    texte,
    coupe: isCut,
    edition: null,
    empreinte: law.empreinte ?? "",
    citation: `${name}, version du ${frenchDate(law.date_debut)} (${law.legiarti})`,
    page: publicUrl() + articlePath(named),
    pourquoi: "droit",
    articles: [],
    decisions: [],
    code_cle: codeKey(code),
    article,
    legiarti: law.legiarti,
  };
}

function paragraphElement(
  deps: EditionDeps,
  { boiId, numero, texte, empreinte, reason, isCut, edition: stored }: Packed<Chosen>,
  day: string | null,
): ContextElement {
  const edition = paragraphEditionOf(deps, stored, day);
  const { citation, page } =
    numero === null ? edition : placeOfParagraph(deps, stored, { numero, empreinte });
  return {
    boi_id: boiId,
    titre: stored.titre,
    numero,
    section: (numero === null ? undefined : paragraphSpan(stored.spans, numero)?.section) ?? [],
    texte,
    coupe: isCut,
    edition,
    empreinte,
    citation,
    page,
    pourquoi: reason,
    articles: numero === null ? stored.articles.map(articleAnswer) : articlesOf(stored, numero),
    decisions: citedLawAnswer(stored.citedLaw, numero).decisions,
    ...{ code_cle: null, article: null, legiarti: null },
  };
}
