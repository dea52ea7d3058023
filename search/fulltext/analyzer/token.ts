/** A word of a text, with its offsets and compared forms. */
export interface Token {
  /** The word as written, after Unicode NFC. */
  readonly surface: string;
  /** Compared by default: lower case, accents folded, stemmed. */
  readonly stem: string;
  /** Compared by prefixes: lower case, accents folded, not stemmed. */
  readonly folded: string;
  /** UTF-16 offsets of the word in the analysed string (after NFC). */
  readonly start: number;
  readonly end: number;
}
