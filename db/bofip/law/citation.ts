import type { ArticleRange } from "./article-number.ts";
import { codeKey } from "./codes.ts";

/** Where a document cites an article, the most prominent place first: `introduction` is before the first §. */
export const ARTICLE_RANKS = ["titre", "introduction", "corps"] as const;

export type ArticleRank = (typeof ARTICLE_RANKS)[number];

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
