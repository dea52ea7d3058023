import { paragraphIndex } from "./paragraph-index.ts";

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
  const span = paragraphSpan(spans, numero);
  return span === undefined ? null : texte.slice(span.start, span.end);
}

/** The § with a number, likewise; undefined if there is none. */
export function paragraphSpan(spans: readonly ParagraphSpan[], numero: string): ParagraphSpan | undefined {
  const rank = paragraphIndex(spans).rankOf(numero);
  return rank === undefined ? undefined : spans[rank];
}
