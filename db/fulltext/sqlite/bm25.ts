/** Okapi BM25 as FTS5 has it (sqlite.org/fts5.html, "The bm25() function"), constants included. */
const K1 = 1.2;
const B = 0.75;
const LEAST_RARITY = 1e-6;

/** What one more document that holds a term would tell: the fewer hold it, the more. */
export function rarity(holding: number, documents: number): number {
  return Math.max(LEAST_RARITY, Math.log((documents - holding + 0.5) / (holding + 0.5)));
}

/** What a document's length takes from its counts. @param length over the average one. */
export function normOf(length: number): number {
  return K1 * (1 - B + B * length);
}

/** How much of a term's rarity a document has that holds it so many times. */
export function saturation(count: number, norm: number): number {
  return (count * (K1 + 1)) / (count + norm);
}
