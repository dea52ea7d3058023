import { wordEnd } from "../../../search/fulltext/excerpt/cut.ts";
import { sentenceStarts } from "../../../search/fulltext/excerpt/sentences.ts";

/** Length of a text as budgets count it, in code points; null when it exceeds `most`, however long it is. */
export function lengthWithin(text: string, most: number): number | null {
  // A code point is at most two UTF-16 units.
  if (text.length > 2 * most) return null;
  const length = lengthOf(text);
  return length <= most ? length : null;
}

/** Length of a text in code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * The beginning of a text that is longer than `most` code points, to its last whole sentence; to its last whole word
 * when its first sentence is longer still.
 */
export function cutAtSentence(text: string, most: number): string {
  const end = offsetOf(text, most);
  const start = sentenceStarts(text, 1, end).at(-1);
  const cut = start ?? wordEnd(text, 0, end) ?? end;
  return text.slice(0, cut).trimEnd();
}

/** UTF-16 offset of a code point. */
function offsetOf(text: string, codePoint: number): number {
  let offset = 0;
  for (let at = 0; at < codePoint && offset < text.length; at += 1)
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return offset;
}
