import type { QueryNode } from "./query/ast.ts";

/** A part of a text shown for a query. */
export interface Excerpt {
  /** Plain text with HTML-escaped content and only `<mark>` tags, on one line. */
  readonly extrait: string;
  /** UTF-16 offset in the text of the excerpt's first character. */
  readonly start: number;
}

/** What somebody looks for, once read: what engines find, and how a text shows that it matches. */
export interface SearchQuery {
  /** What it asks for, in the stems of the index. */
  readonly node: QueryNode;
  /** As written, in NFC. */
  readonly text: string;
  /** The document that it names, and the number of a § in it, when it does nothing else. */
  readonly reference: { readonly boiId: string; readonly paragraphe: string | null } | null;
  /** The part of a text in NFC that best shows why it matches; of a stretch of it when one is given. */
  excerptOf(texte: string, stretch?: { readonly start: number; readonly end: number }): Excerpt;
}
