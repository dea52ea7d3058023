/**
 * Okapi BM25 as all our word rankings share it (S. E. Robertson and H. Zaragoza, "The Probabilistic Relevance
 * Framework", 2009), with the usual constants, also FTS5's. Each ranking computes rarity in its own way.
 */

/** How quickly repetition stops counting. */
const K1 = 1.2;
/** How much a text's length is penalised. */
const B = 0.75;

/** The limit of `saturation`, never reached. */
export const GREATEST_SATURATION = K1 + 1;

/** The length normalisation of a text's counts; `length` is divided by the average length. */
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
