/** A stored text and the spans of its §, as UTF-16 offsets. */
export interface QuotedText {
  /** Of its document; empty when it has none. */
  readonly titre: string;
  readonly texte: string;
  readonly spans: readonly { readonly numero: string; readonly start: number; readonly end: number }[];
}
