import type { ParagraphSpan } from "./paragraph-text.ts";

/** Returns a function from an offset to the number of its paragraph; offsets must not decrease from call to call. */
export function paragraphReader(paragraphes: readonly ParagraphSpan[]): (offset: number) => string | null {
  let next = 0;
  return (offset) => {
    while ((paragraphes[next]?.end ?? Number.POSITIVE_INFINITY) <= offset) next += 1;
    const paragraphe = paragraphes[next];
    return paragraphe !== undefined && paragraphe.start <= offset ? paragraphe.numero : null;
  };
}
