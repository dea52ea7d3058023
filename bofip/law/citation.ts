import type { ArticleRange } from "./article-number.ts";
import { codeKey } from "./codes.ts";

/**
 * Where a document cites an article, the most prominent place first: `introduction` is before the first numbered
 * heading; without any, the first §.
 */
export const ARTICLE_RANKS = ["titre", "introduction", "corps"] as const;

export type ArticleRank = (typeof ARTICLE_RANKS)[number];

/** Whether a document is about an article, or merely names it. */
export type ArticleRole = "commente" | "cite";

/** One place where a document cites an article. */
export interface ArticleOccurrence {
  /** The § it stands in; null in the title and outside of every §. */
  readonly paragraphe: string | null;
  /** What of the article is cited there, the whole first: « II-1° »; null for all of it, or a range. */
  readonly precision: string | null;
  /** The citation as written. */
  readonly texte: string;
}

/** What a document cites: an article, or several from one to another (`a` null for « et suivants »). */
export interface CitedLaw {
  readonly code: string;
  /** In the usual writing; the first one of a range. */
  readonly article: string;
  readonly etendue: ArticleRange | null;
}

/** Key of a citation, by which documents are found: `CGI:150 U`, `LPF:L. 10..L. 54 A`. */
export function citationKey({ code, article, etendue }: CitedLaw): string {
  const cited = etendue === null ? article : `${etendue.de}..${etendue.a ?? ""}`;
  return `${codeKey(code)}:${cited}`;
}
