/**
 * What all our rankings by words share of Okapi BM25 (S. E. Robertson and H. Zaragoza, "The Probabilistic Relevance
 * Framework", 2009), constants included, which are the usual ones and those of FTS5 (sqlite.org/fts5.html, "The bm25()
 * function"). How rare a word is, each ranking tells in its own way.
 */

/** How soon repetition stops counting. */
const K1 = 1.2;
/** How much a text's length is held against it. */
const B = 0.75;

/** What `saturation` comes near to, and never reaches. */
export const GREATEST_SATURATION = K1 + 1;

/** What a text's length takes from its counts. @param length over the average one. */
export function normOf(length: number): number {
  return K1 * (1 - B + B * length);
}

/** How much of a term's rarity a text has that holds it so many times. */
export function saturation(count: number, norm: number): number {
  return (count * GREATEST_SATURATION) / (count + norm);
}
