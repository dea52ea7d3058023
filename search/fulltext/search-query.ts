import type { ParsedQuery } from "./query/parse.ts";

/** A part of a text shown for a query. */
export interface Excerpt {
  /** Plain text with HTML-escaped content and only `<mark>` tags, on one line. */
  readonly extrait: string;
  /** UTF-16 offset in the text of the excerpt's first character. */
  readonly start: number;
}

/** What somebody looks for, once read: what engines find, and how a text shows that it matches. */
export interface SearchQuery extends ParsedQuery {
  /** The part of a text in NFC that best shows why it matches; of a stretch of it when one is given. */
  excerptOf(texte: string, stretch?: { readonly start: number; readonly end: number }): Excerpt;
}
