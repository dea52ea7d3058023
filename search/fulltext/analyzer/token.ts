/** A word of a text, where it stands and what it compares as. */
export interface Token {
  /** The word as written, after Unicode NFC. */
  readonly surface: string;
  /** What words compare by: lower case, stemmed, accents folded. */
  readonly stem: string;
  /** Lower case and accents folded, not stemmed: what prefixes compare with. */
  readonly folded: string;
  /** UTF-16 offsets of the word in the analysed string (after NFC). */
  readonly start: number;
  readonly end: number;
}
