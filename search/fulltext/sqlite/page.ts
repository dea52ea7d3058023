import type { Database } from "bun:sqlite";
import type { FullTextHit, FullTextPage } from "../port.ts";
import { namesOf } from "./documents.ts";

/**
 * One page of the matching documents, with their total.
 * @param ids of the matching documents.
 * @param relevance by document number.
 */
export function pageOf(
  database: Database,
  ids: Uint32Array,
  relevance: Float64Array,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): FullTextPage {
  const total = ids.length;
  if (offset >= total) return { total, hits: [] };
  const scores = new Float64Array(total);
  for (let at = 0; at < total; at++) scores[at] = relevance[ids[at] ?? 0] ?? 0;
  const last = nthLargest(scores, Math.min(offset + limit, total));
  const names = namesOf(database, asRelevant(ids, relevance, last));
  const hits = [...names].map(([id, boiId]) => ({ boiId, score: relevance[id] ?? 0 }));
  return { total, hits: hits.sort(byRelevance).slice(offset, offset + limit) };
}

function asRelevant(ids: Uint32Array, relevance: Float64Array, least: number): number[] {
  const relevant: number[] = [];
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    if ((relevance[id] ?? 0) >= least) relevant.push(id);
  }
  return relevant;
}

export function byRelevance(one: FullTextHit, other: FullTextHit): number {
  return other.score - one.score || (one.boiId < other.boiId ? -1 : 1);
}

/** The `rank`th largest number, from 1; reorders the array (C. A. R. Hoare, "Find", 1961). */
export function nthLargest(numbers: Float64Array, rank: number): number {
  const at = (place: number) => numbers[place] ?? 0;
  const target = rank - 1;
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const pivot = at((low + high) >>> 1);
    let [left, right] = [low, high];
    while (left <= right) {
      while (at(left) > pivot) left += 1;
      while (at(right) < pivot) right -= 1;
      if (left > right) break;
      const moved = at(left);
      numbers[left++] = at(right);
      numbers[right--] = moved;
    }
    if (target <= right) high = right;
    else if (target >= left) low = left;
    else break;
  }
  return at(target);
}
