/**
 * A full stop after one of these abbreviations does not end a sentence; exports sometimes glue the next one to it.
 */
const END = /(?<!(?<!\p{L})(?:art|al|cf|ann|n|MM?|[LRDA]))[.!?](?:\s+(?=\p{Lu})|(?=\p{Lu}\p{Ll}))|\n+/gu;

/** Sentences of a text, as written, with their start as a UTF-16 offset. */
export function sentencesOf(texte: string): readonly { readonly start: number; readonly words: string }[] {
  const sentences: { start: number; words: string }[] = [];
  let start = 0;
  for (const { 0: end, index } of texte.matchAll(END)) {
    sentences.push({ start, words: texte.slice(start, index + 1).trim() });
    start = index + end.length;
  }
  sentences.push({ start, words: texte.slice(start).trim() });
  return sentences;
}
