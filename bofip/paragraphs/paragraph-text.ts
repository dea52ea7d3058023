/** Span of a numbered paragraph in its edition's text, and the headings above it. */
export interface ParagraphSpan {
  readonly numero: string;
  readonly section: readonly string[];
  /** UTF-16 offsets in `contenu_texte`. */
  readonly start: number;
  readonly end: number;
}

/** Text of the § with a number, the first one if the number occurs twice; null if there is none. */
export function paragraphText(texte: string, spans: readonly ParagraphSpan[], numero: string): string | null {
  const span = spans.find((found) => found.numero === numero);
  return span === undefined ? null : texte.slice(span.start, span.end);
}
