const LEAST_RARITY = 1e-6;

/**
 * What one more document that holds a term would tell: the fewer hold it, the more. As FTS5 has it (sqlite.org/fts5.html,
 * "The bm25() function").
 */
export function rarity(holding: number, documents: number): number {
  return Math.max(LEAST_RARITY, Math.log((documents - holding + 0.5) / (holding + 0.5)));
}
