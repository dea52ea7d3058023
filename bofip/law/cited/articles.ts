import { type ParagraphSpan, paragraphReader } from "../../paragraphs/paragraph-index.ts";
import { type EvenedText, evenOut } from "../../reading/evened-text.ts";
import type { ArticleRange } from "../article-number.ts";
import {
  ARTICLE_RANKS,
  type ArticleOccurrence,
  type ArticleRank,
  type ArticleRole,
  precisionsOf,
} from "../citation.ts";
import { type Mention, readMentions } from "../mentions/read-mentions.ts";

/** A statutory article, or a range of them, that a document cites. */
export interface ArticleEntry {
  readonly genre: "article";
  /** Its code: `CGI`, `CGI, ann. I` to `CGI, ann. IV`, `LPF`, or the code's name in lower case. */
  readonly cle: string;
  /** Number in the usual writing: `199 novovicies`, `L. 80 A`; the first one of a range. */
  readonly article: string;
  readonly champs: {
    readonly role: ArticleRole;
    /** Null when a single article is cited. */
    readonly etendue: ArticleRange | null;
  };
  /** The most prominent place of its citations. */
  readonly rang: ArticleRank;
  /** Every citation, the title's first. */
  readonly occurrences: readonly ArticleOccurrence[];
}

/** The text searched; offsets are in `texte`. */
export interface CitingText {
  readonly titre: string;
  readonly texte: string;
  readonly paragraphes: readonly ParagraphSpan[];
  readonly introductionEnd: number;
}

/**
 * Statutory articles that a document cites with their code, in order of first citation, its title first: each (code,
 * article) and each range once. One that is cited both alone and as the first of a range appears twice.
 * @param written the normalised text, if already computed.
 */
export function gatherArticles(
  { titre, texte, paragraphes, introductionEnd }: CitingText,
  written: EvenedText = evenOut(texte),
): ArticleEntry[] {
  const paragrapheAt = paragraphReader(paragraphes);
  const mentions = [
    ...readMentions(titre).map((mention) => placedIn(titre, mention, "titre", null)),
    ...readMentions(texte, written).map((mention) => {
      const rang = mention.start < introductionEnd ? "introduction" : "corps";
      return placedIn(texte, mention, rang, paragrapheAt(mention.start));
    }),
  ];
  const subjects = subjectsOf(mentions);
  const cited = Map.groupBy(mentions, ({ code, article, etendue }) =>
    JSON.stringify([code, article, etendue]),
  );
  return [...cited.values()].flatMap((places) => gatherPlaces(places, subjects));
}

/** An article that a text cites, with what its occurrences tell. */
export interface CitedArticle {
  readonly code: string;
  /** The first one of a range. */
  readonly article: string;
  /** The first citation, as written. */
  readonly texte: string;
  /** The part of the article that this citation names, widest first: « II-1° »; null for all of it, or a range. */
  readonly precision: string | null;
  /** Numbers of the § that cite it, in the order of the text. */
  readonly paragraphes: readonly string[];
  /** Null for a single article. */
  readonly etendue: ArticleRange | null;
  /** In the order of the text, the title's first; null in texts kept by derivations older than this field. */
  readonly occurrences: readonly ArticleOccurrence[] | null;
}

/** The article of an entry; the order of its fields is the contract's, whatever store gave it. */
export function citedArticle(
  entry: Pick<ArticleEntry, "cle" | "article" | "champs" | "occurrences">,
): CitedArticle {
  const {
    cle: code,
    article,
    champs: { etendue },
  } = entry;
  const occurrences = entry.occurrences.map((occurrence) => ({
    paragraphe: occurrence.paragraphe,
    precision: occurrence.precision,
    precisions: precisionsOf(occurrence),
    texte: occurrence.texte,
  }));
  const { texte = "", precision = null } = occurrences[0] ?? {};
  const paragraphes = [...new Set(occurrences.flatMap(({ paragraphe }) => paragraphe ?? []))];
  const range = etendue && { de: etendue.de, a: etendue.a };
  return { code, article, texte, precision, paragraphes, etendue: range, occurrences };
}

/** @param places those of one article, or of one range. */
function gatherPlaces(
  places: readonly PlacedMention[],
  subjects: ReadonlySet<PlacedMention>,
): readonly ArticleEntry[] {
  const [first] = places;
  if (first === undefined) return [];
  const { code: cle, article, etendue } = first;
  // A range never comments: of its articles, only the ends are named.
  const isSubject = etendue === null && places.some((place) => subjects.has(place));
  return [
    {
      genre: "article",
      cle,
      article,
      champs: { role: isSubject ? "commente" : "cite", etendue },
      rang: ARTICLE_RANKS.find((rang) => places.some((place) => place.rang === rang)) ?? "corps",
      occurrences: places.map(({ occurrence }) => occurrence),
    },
  ];
}

/** A mention of an article and its position in the document. */
interface PlacedMention extends Pick<Mention, "code" | "article" | "etendue" | "start"> {
  readonly rang: ArticleRank;
  /** Whether only a definition is taken from the article: « au sens de l'article 4 B du CGI ». */
  readonly isBorrowed: boolean;
  readonly occurrence: ArticleOccurrence;
}

function placedIn(
  source: string,
  mention: Mention,
  rang: ArticleRank,
  paragraphe: string | null,
): PlacedMention {
  const { start, end, precisions } = mention;
  const [precision = null] = precisions;
  const lines = source.slice(start, end).split("\n");
  const texte = lines.flatMap((line) => line.trim() || []).join(" ");
  const isBorrowed = rang !== "titre" && isOnlyDefinition(source, start);
  return { ...mention, rang, isBorrowed, occurrence: { paragraphe, precision, precisions, texte } };
}

const LEAD_CHARACTERS = 60;
const IN_THE_SENSE_OF = /au sens (?:d|l|et)[^.,;:\n]{0,40}$/i;

/** Whether the words before a citation take no more than a definition from the article. */
function isOnlyDefinition(texte: string, start: number): boolean {
  return IN_THE_SENSE_OF.test(texte.slice(Math.max(0, start - LEAD_CHARACTERS), start));
}

/**
 * The mentions that reveal the subject of a document: those of its title; else the first ones of its introduction,
 * definitions left out; else those of the one article that it mentions most, at least twice or alone.
 * @param mentions in the order of the document, the title's first.
 */
function subjectsOf(mentions: readonly PlacedMention[]): ReadonlySet<PlacedMention> {
  const named = mentions.filter(({ isBorrowed }) => !isBorrowed);
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
