/** A stored text and where its § lie in it, as UTF-16 offsets. */
export interface QuotedText {
  readonly texte: string;
  readonly spans: readonly { readonly numero: string; readonly start: number; readonly end: number }[];
}
