import type { ArticleRange } from "../../bofip/law/article-number.ts";
import {
  ARTICLE_RANKS,
  type ArticleOccurrence,
  type ArticleRank,
  type ArticleRole,
} from "../../bofip/law/citation.ts";
import { type Mention, readMentions } from "../../bofip/law/mentions/read-mentions.ts";
import { paragraphReader } from "../../bofip/paragraphs/paragraph-reader.ts";
import { type EvenedText, evenOut } from "../../bofip/reading/evened-text.ts";
import { isBorrowed, type PlacedMention, subjectsOf } from "./articles/subject.ts";
import type { ReadText } from "./read-text.ts";

/** A statutory article, or a range of them, that a document cites. */
export interface StatutoryArticle {
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
  /** The most prominent place of its citations. */
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
 * Statutory articles that a document cites with their code, in order of first citation, its title first: each (code,
 * article) and each range once. One that is cited both alone and as the first of a range appears twice.
 * @param written the normalised text, if already computed.
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

/** @param places those of one article, or of one range. */
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
