/**
 * The part of Okapi BM25 that all our word rankings share (S. E. Robertson and H. Zaragoza, "The Probabilistic
 * Relevance Framework", 2009), with its usual constants, which are also those of FTS5 (sqlite.org/fts5.html, "The
 * bm25() function"). Each ranking computes the rarity of a word in its own way.
 */

/** How quickly repetition stops counting. */
const K1 = 1.2;
/** How much a text's length is penalised. */
const B = 0.75;

/** The limit of `saturation`, never reached. */
export const GREATEST_SATURATION = K1 + 1;

/**
 * The length normalisation of a text's counts.
 * @param length divided by the average length.
 */
export function normOf(length: number): number {
  return K1 * (1 - B + B * length);
}

/** Inverse document frequency, above 0 even for a term that all texts have. */
export function rarityOf(holders: number, texts: number): number {
  return Math.log(1 + (texts - holders + 0.5) / (holders + 0.5));
}

/** The share of a term's rarity that a text scores for this number of occurrences. */
export function saturation(count: number, norm: number): number {
  return (count * GREATEST_SATURATION) / (count + norm);
}
