import type { QueryNode } from "../query/ast.ts";
import type { PhraseFilter } from "./filter.ts";
import { type Ranking, rankingsOf, simpleRanking } from "./ranking.ts";
import { EVERYWHERE } from "./schema.ts";
import { WEIGHTS } from "./settings.ts";

/**
 * The sub-queries that rank the documents of a query as it would without citations, except that those with all its
 * citations as adjacent words come first, then those with some. Filters select them, as they do for phrases.
 * @param adjacent the stems of each citation, at least one.
 */
export function adjacentRankings(
  query: QueryNode,
  adjacent: readonly (readonly string[])[],
  phraseFilter: PhraseFilter,
): Ranking[] {
  const filters = adjacent.map((stems) => `(${phraseFilter(stems)})`);
  const all = { weight: WEIGHTS.allSideBySide, among: filters.join(" AND ") };
  const some = { weight: WEIGHTS.someSideBySide, among: filters.join(" OR ") };
  const tiers = filters.length === 1 ? [all] : [all, some];
  const ordinary = ordinaryRankings(query);
  return [...tiers.flatMap((tier) => inTier(ordinary[0]?.q ?? EVERYWHERE, tier)), ...ordinary];
}

function inTier(q: string, { weight, among }: Omit<Ranking, "q">): Ranking[] {
  return [
    { q, weight, among },
    { q: EVERYWHERE, weight: weight * WEIGHTS.elsewhere, among },
  ];
}

function ordinaryRankings(query: QueryNode): Ranking[] {
  const q = simpleRanking(query);
  if (q === null) return rankingsOf(query);
  return [
    { q, weight: WEIGHTS.together, among: null },
    { q: EVERYWHERE, weight: WEIGHTS.rest, among: null },
  ];
}
