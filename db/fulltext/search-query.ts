import type { QueryNode } from "./query/ast.ts";

/** A part of a text shown for a query. */
export interface Excerpt {
  /** Plain text with HTML-escaped content and only `<mark>` tags, on one line. */
  readonly extrait: string;
  /** UTF-16 offset in the text (in NFC) of the excerpt's first character. */
  readonly start: number;
}

/** What somebody looks for, once read: what engines find, and how a text shows that it matches. */
export interface SearchQuery {
  /** What it asks for, in the stems of the index. */
  readonly node: QueryNode;
  /** The part of a text that best shows why it matches. */
  excerptOf(texte: string): Excerpt;
}
