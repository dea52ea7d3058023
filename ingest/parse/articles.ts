import type { ArticleRange } from "../../db/bofip/law/article-number.ts";
import { ARTICLE_RANKS, type ArticleRank } from "../../db/bofip/law/citation.ts";
import { type Mention, readMentions } from "../../db/bofip/law/mentions/read.ts";
import { evenOut, type Written } from "../../db/bofip/reading/written.ts";
import { paragraphReader } from "./paragraph-reader.ts";
import type { Paragraphe } from "./text.ts";

/** Where a document cites an article. */
interface Place {
  /** The most prominent of them. */
  readonly rang: ArticleRank;
  /** Numbers of the § that cite it, in the order of the text. */
  readonly paragraphes: readonly string[];
  readonly mentions: number;
}

/** A statutory article, or a range of them, that a document cites. */
export interface StatutoryArticle extends Place {
  /** `CGI`, `CGI, ann. I` to `CGI, ann. IV`, `LPF`, or the code's name in lower case. */
  readonly code: string;
  /** Number in the usual writing: `199 novovicies`, `L. 80 A`; the first one of a range. */
  readonly article: string;
  /** The first citation, as written. */
  readonly texte: string;
  /** What of it that citation names, the whole first: « II-1° »; null for all of it, or a range. */
  readonly precision: string | null;
  /** Absent when a single article is cited. */
  readonly etendue?: ArticleRange;
}

/** Where articles are looked for. */
export interface CitingText {
  readonly titre: string;
  readonly texte: string;
  /** Offsets are in `texte`. */
  readonly paragraphes: readonly Paragraphe[];
}

/**
 * Statutory articles that a document cites with their code, in order of first citation, its title first: each (code,
 * article) and each range once. One that is cited both alone and as the first of a range stands twice.
 * @param written the text evened out, for whoever has it already.
 */
export function findArticles(
  { titre, texte, paragraphes }: CitingText,
  written: Written = evenOut(texte),
): readonly StatutoryArticle[] {
  const found = new Map<string, StatutoryArticle>();
  const add = ({ code, article, etendue, precision, ...place }: Mention, source: string, at: Place) => {
    const key = JSON.stringify([code, article, etendue]);
    const words = onOneLine(source.slice(place.start, place.end));
    const first = { code, article, texte: words, precision, ...at, ...(etendue && { etendue }) };
    const known = found.get(key);
    found.set(key, known === undefined ? first : joined(known, at));
  };
  for (const mention of readMentions(titre))
    add(mention, titre, { rang: "titre", paragraphes: [], mentions: 1 });
  const paragrapheAt = paragraphReader(paragraphes);
  const introductionEnd = paragraphes[0]?.start ?? 0;
  for (const mention of readMentions(texte, written)) {
    const paragraphe = paragrapheAt(mention.start);
    const rang = mention.start < introductionEnd ? "introduction" : "corps";
    add(mention, texte, { rang, paragraphes: paragraphe === null ? [] : [paragraphe], mentions: 1 });
  }
  return [...found.values()];
}

/** The places of two mentions or more of one article. */
function joined(known: StatutoryArticle, next: Place): StatutoryArticle {
  return {
    ...known,
    rang: ARTICLE_RANKS.indexOf(known.rang) <= ARTICLE_RANKS.indexOf(next.rang) ? known.rang : next.rang,
    paragraphes: [...new Set([...known.paragraphes, ...next.paragraphes])],
    mentions: known.mentions + next.mentions,
  };
}

function onOneLine(written: string): string {
  const lines = written.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}
