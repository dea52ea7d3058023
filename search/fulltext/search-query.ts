import type { ParsedQuery } from "./query/parse.ts";

/** A part of a text shown for a query. */
export interface Excerpt {
  /** HTML-escaped text with only `<mark>` tags, on one line. */
  readonly extrait: string;
  /** UTF-16 offset in the text of the excerpt's first character. */
  readonly start: number;
}

/** A parsed search: the query for the engines, and the excerpt function for its results. */
export interface SearchQuery extends ParsedQuery {
  /** The part of an NFC text, or of a stretch of it, that best shows why it matches. */
  excerptOf(texte: string, stretch?: { readonly start: number; readonly end: number }): Excerpt;
}
