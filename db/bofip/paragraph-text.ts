import type { ParagraphSpan } from "../schema/documents.ts";

/** Text of the § of a number, the first where a number comes twice; null where there is none. */
export function paragraphText(texte: string, spans: readonly ParagraphSpan[], numero: string): string | null {
  const span = spans.find((found) => found.numero === numero);
  return span === undefined ? null : texte.slice(span.start, span.end);
}
