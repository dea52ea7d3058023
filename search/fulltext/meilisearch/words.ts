/** Meilisearch indexes no word above 250 bytes and cuts what filters compare at 468. */
const LONGEST = 160;
const PLAIN = /^[a-z0-9]*$/;
const OTHER = /[^a-z0-9]/gu;

/**
 * A word, or the beginning of one, in letters that Meilisearch leaves alone: it folds « nº » into « no », and
 * splits some writings into several words, where our analyzer does neither. Other letters become their code
 * point; the end of a word that is too long is dropped.
 */
export function engineWord(word: string): string {
  const plain = PLAIN.test(word) ? word : word.replace(OTHER, codeOf);
  return plain.slice(0, LONGEST);
}

/** Six hexadecimal digits between letters that no French word begins with. */
function codeOf(letter: string): string {
  return `zq${(letter.codePointAt(0) ?? 0).toString(16).padStart(6, "0")}`;
}
