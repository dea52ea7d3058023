import { readCitations } from "../../bofip/citations/read-citations.ts";
import { frenchDate } from "../../bofip/days/french-date.ts";
import type { ArticleRange } from "../../bofip/law/article-number.ts";
import {
  ARTICLE_RANKS,
  type ArticleOccurrence,
  type ArticleRank,
  type ArticleRole,
} from "../../bofip/law/citation.ts";
import { gatherCitedLaw, type LawEntry } from "../../bofip/law/cited/entries.ts";
import { type Mention, readMentions } from "../../bofip/law/mentions/read-mentions.ts";
import { paragraphReader } from "../../bofip/paragraphs/paragraph-index.ts";
import type { ParagraphRange } from "../../bofip/paragraphs/paragraph-number.ts";
import { type EvenedText, evenOut } from "../../bofip/reading/evened-text.ts";
import type { InternalReference } from "../../db/schema/documents.ts";
import { type Image, numbersOfDays, type Paragraphe, readBody, UNHELD_DAY } from "./html.ts";
import {
  NO_PGP,
  type PgpContext,
  type PgpLink,
  pgpLinksOf,
  resolveCitations,
  withDays,
  withRelations,
} from "./pgp.ts";
import type { ReadText } from "./read-text.ts";
import { CitedPlaces } from "./references/places.ts";
import { findCitations, groupReferences, type References } from "./references.ts";
import { recogniseTombstone, type Tombstone } from "./tombstone.ts";

/**
 * Version of everything below: parser, sanitiser, references, articles, cited law, tables, tombstones, and the passages cut from it. Raise
 * it with any change of their results: the stored editions are then derived again from their raw source.
 */
export const DERIVATION_VERSION = 9;

interface RawSource {
  /** `BOI-…` or `ACTU-…`, without date. */
  readonly id: string;
  /** Absent when only its words matter. */
  readonly titre?: string;
  /** Start of validity, or the day of an actualité, `YYYY-MM-DD`; absent when only its words matter. */
  readonly date?: string;
  readonly html: string | null;
  readonly texte: string | null;
}

/** Everything computed from one raw source; nothing else counts except the documents, and the days, that PGP numbers resolve to. */
export interface Derived extends References {
  /** Sanitised, ready to be served. */
  readonly html: string;
  /** Plain text, without the numbers of paragraphs; all offsets are UTF-16 offsets into it. */
  readonly texte: string;
  readonly paragraphes: readonly Paragraphe[];
  /** Numbers reserved by the text for later §. */
  readonly reserves: readonly ParagraphRange[];
  readonly images: readonly Image[];
  /** § of itself that it refers to, in the order of the text. */
  readonly renvoisInternes: readonly InternalReference[];
  readonly articles: readonly StatutoryArticle[];
  /** Decisions, norms and ministerial answers. */
  readonly citedLaw: readonly LawEntry[];
  /** The part that depends on the rest of the corpus. */
  readonly pgpLinks: readonly PgpLink[];
  /** Not null when the document contains no doctrine; always null for an actualité. */
  readonly tombstone: Tombstone | null;
}

/** Derives from a raw source what the service shows, searches and links. Pure; never throws, whatever the input. */
export function deriveEdition(source: RawSource, pgp: PgpContext = NO_PGP): Derived {
  const { titre = "" } = source;
  const body = readBody(source.html, source.texte, (number) => wordsOfDay(number, source, pgp));
  const { texte, paragraphes } = body;
  const written = evenOut(texte);
  const places = new CitedPlaces(body, readCitations(texte, written));
  const found = findCitations(body, places, source.id);
  const citations = resolveCitations(found, pgp, source.id);
  const links = pgpLinksOf(found, pgp);
  const { references, actualites } = groupReferences(citations, paragraphes);
  return {
    html: body.html,
    texte,
    paragraphes,
    reserves: body.reserves,
    images: body.images,
    renvoisInternes: places.ofItself(source.id),
    references: withRelations(references, links, source.id),
    actualites,
    pgpLinks: withDays(links, [source.html, source.texte].flatMap(numbersOfDays), pgp),
    articles: findArticles({ titre, ...body }, written),
    citedLaw: gatherCitedLaw({ titre, ...body }, written),
    tombstone: source.id.startsWith("BOI-")
      ? recogniseTombstone(body, citations, { id: source.id, titre })
      : null,
  };
}

function wordsOfDay(pgp: number | null, { date }: RawSource, { days }: PgpContext): string {
  const day = date === undefined || pgp === null ? date : days?.dayOf(pgp, date);
  return typeof day === "string" ? frenchDate(day) : UNHELD_DAY;
}

/** A statutory article, or a range of them, that a document cites. */
interface StatutoryArticle {
  /** `CGI`, `CGI, ann. I` to `CGI, ann. IV`, `LPF`, or the code's name in lower case. */
  readonly code: string;
  /** Number in the usual writing: `199 novovicies`, `L. 80 A`; the first one of a range. */
  readonly article: string;
  /** The first citation, as written. */
  readonly texte: string;
  /** The part of the article that this citation names, widest first: « II-1° »; null for all of it, or a range. */
  readonly precision: string | null;
  /** Absent when a single article is cited. */
  readonly etendue?: ArticleRange;
  readonly rang: ArticleRank;
  readonly role: ArticleRole;
  /** Numbers of the § that cite it, in the order of the text. */
  readonly paragraphes: readonly string[];
  readonly mentions: number;
  /** Every citation, the title's first. */
  readonly occurrences: readonly ArticleOccurrence[];
}

/** The text searched for articles; offsets are in `texte`. */
interface CitingText extends Pick<ReadText, "texte" | "paragraphes" | "introductionEnd"> {
  readonly titre: string;
}

/**
 * Statutory articles cited with their code, in order of first citation, the title's first: each (code, article) and
 * each range once. One cited alone and as the first of a range appears twice.
 */
export function findArticles(
  citing: CitingText,
  written: EvenedText = evenOut(citing.texte),
): readonly StatutoryArticle[] {
  const mentions = [...placeInTitle(citing.titre), ...placeInText(citing, written)];
  const subjects = subjectsOf(mentions);
  const cited = Map.groupBy(mentions, ({ code, article, etendue }) =>
    JSON.stringify([code, article, etendue]),
  );
  return [...cited.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [gather([first, ...others], subjects)],
  );
}

function placeInTitle(titre: string): PlacedMention[] {
  return readMentions(titre).map((mention) => ({
    ...mention,
    rang: "titre",
    isBorrowed: false,
    occurrence: occurrenceOf(mention, titre, null),
  }));
}

function placeInText(
  { texte, paragraphes, introductionEnd }: CitingText,
  written: EvenedText,
): PlacedMention[] {
  const paragrapheAt = paragraphReader(paragraphes);
  return readMentions(texte, written).map((mention) => ({
    ...mention,
    rang: mention.start < introductionEnd ? "introduction" : "corps",
    isBorrowed: isBorrowed(texte, mention.start),
    occurrence: occurrenceOf(mention, texte, paragrapheAt(mention.start)),
  }));
}

function occurrenceOf(
  { start, end, precisions }: Mention,
  source: string,
  paragraphe: string | null,
): ArticleOccurrence {
  const [precision = null] = precisions;
  return { paragraphe, precision, precisions, texte: onOneLine(source.slice(start, end)) };
}

/** `places` are those of one article, or of one range. */
function gather(
  [first, ...others]: readonly [PlacedMention, ...PlacedMention[]],
  subjects: ReadonlySet<PlacedMention>,
): StatutoryArticle {
  const places = [first, ...others];
  const { code, article, etendue, occurrence } = first;
  const numbers = places.flatMap(({ occurrence: { paragraphe } }) => paragraphe ?? []);
  return {
    code,
    article,
    texte: occurrence.texte,
    precision: occurrence.precision,
    ...(etendue && { etendue }),
    rang: ARTICLE_RANKS.find((rang) => places.some((place) => place.rang === rang)) ?? "corps",
    // A range never comments: of its articles, only the ends are named.
    role: etendue === null && places.some((place) => subjects.has(place)) ? "commente" : "cite",
    paragraphes: [...new Set(numbers)],
    mentions: places.length,
    occurrences: places.map((place) => place.occurrence),
  };
}

function onOneLine(written: string): string {
  const lines = written.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}

interface PlacedMention extends Pick<Mention, "code" | "article" | "etendue" | "start"> {
  readonly rang: ArticleRank;
  /** Whether only a definition is taken from the article: « au sens de l'article 4 B du CGI ». */
  readonly isBorrowed: boolean;
  readonly occurrence: ArticleOccurrence;
}

const LEAD_CHARACTERS = 60;
const IN_THE_SENSE_OF = /au sens (?:d|l|et)[^.,;:\n]{0,40}$/i;

/** Whether the words before a citation take no more than a definition from the article. */
function isBorrowed(texte: string, start: number): boolean {
  return IN_THE_SENSE_OF.test(texte.slice(Math.max(0, start - LEAD_CHARACTERS), start));
}

/**
 * The mentions that reveal the subject: the title's; else the first of the introduction, definitions left out; else
 * those of the one article mentioned most, at least twice or alone. `mentions` in order, the title's first.
 */
function subjectsOf(mentions: readonly PlacedMention[]): ReadonlySet<PlacedMention> {
  const named = mentions.filter(({ isBorrowed: isOnlyDefinition }) => !isOnlyDefinition);
  const inTitle = named.filter(({ rang }) => rang === "titre");
  if (inTitle.length > 0) return new Set(inTitle);
  const opening = named.find(({ rang }) => rang === "introduction");
  if (opening !== undefined) return new Set(named.filter(({ start }) => start === opening.start));
  return new Set(mostNamed(named));
}

function mostNamed(named: readonly PlacedMention[]): readonly PlacedMention[] {
  const single = named.filter(({ etendue }) => etendue === null);
  const byArticle = [...Map.groupBy(single, ({ code, article }) => `${code} ${article}`).values()];
  const [most = [], next = []] = byArticle.toSorted((one, other) => other.length - one.length);
  const isAlone = most.length === named.length;
  return isAlone || (most.length >= 2 && most.length > next.length) ? most : [];
}
