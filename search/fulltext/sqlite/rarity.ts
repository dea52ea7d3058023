const LEAST_RARITY = 1e-6;

/**
 * Weight of a term by its rarity: the fewer documents have it, the greater. Same formula as FTS5
 * (sqlite.org/fts5.html, "The bm25() function").
 */
export function rarity(holding: number, documents: number): number {
  return Math.max(LEAST_RARITY, Math.log((documents - holding + 0.5) / (holding + 0.5)));
}
