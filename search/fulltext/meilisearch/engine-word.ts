/** Meilisearch does not index words above 250 bytes, and truncates filter values at 468. */
const LONGEST = 160;
const PLAIN = /^[a-z0-9]*$/;
const OTHER = /[^a-z0-9]/gu;

/**
 * Encodes a word or prefix in letters that Meilisearch leaves alone: it folds « nº » into « no », and splits some
 * spellings into several words, which our analyzer does not. Other characters become their code point; words that are
 * too long are truncated.
 */
export function engineWord(word: string): string {
  const plain = PLAIN.test(word) ? word : word.replace(OTHER, codeOf);
  return plain.slice(0, LONGEST);
}

/** Six hexadecimal digits after letters that start no French word. */
function codeOf(letter: string): string {
  return `zq${(letter.codePointAt(0) ?? 0).toString(16).padStart(6, "0")}`;
}
