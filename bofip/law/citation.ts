import type { ArticleRange } from "./article-number.ts";
import type { CitedKind } from "./cited/keys.ts";
import { codeKey } from "./codes.ts";

/** Where an article is cited, most prominent first; `introduction`: before the first numbered heading, or first §. */
export const ARTICLE_RANKS = ["titre", "introduction", "corps"] as const;

export type ArticleRank = (typeof ARTICLE_RANKS)[number];

/** Whether a document is about an article, or only cites it. */
export type ArticleRole = "commente" | "cite";

/** One place where a document cites an article. */
export interface ArticleOccurrence {
  /** The § that contains it; null in the title and outside every §. */
  readonly paragraphe: string | null;
  /** The part of the article cited, outermost first: « II-1° »; null for the whole article, or for a range. */
  readonly precision: string | null;
  /** All of them, when it names several: « II » and « I »; absent from derivations older than this field. */
  readonly precisions?: readonly string[];
  /** The citation as written. */
  readonly texte: string;
}

/** Every part of the article that a citation names. */
export function precisionsOf({
  precision,
  precisions = precision === null ? [] : [precision],
}: Pick<ArticleOccurrence, "precision" | "precisions">): readonly string[] {
  return precisions;
}

/** What a document cites: an article, or a range of articles (`a` is null for « et suivants »). */
export interface CitedLaw {
  readonly code: string;
  /** Normalised number; the first one of a range. */
  readonly article: string;
  readonly etendue: ArticleRange | null;
}

/** Key of a citation, used to find documents: `CGI:150 U`, `LPF:L. 10..L. 54 A`. */
export function citationKey({ code, article, etendue }: CitedLaw): string {
  const cited = etendue === null ? article : `${etendue.de}..${etendue.a ?? ""}`;
  return `${codeKey(code)}:${cited}`;
}

/** Key of a decision, a norm or a ministerial answer, likewise: `decision:CE-248065`. */
export function lawKey(genre: CitedKind, cle: string): string {
  return `${genre}:${cle}`;
}
