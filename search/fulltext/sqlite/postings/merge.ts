import { BLOCK_DOCUMENTS, countOf, documentOf, entryOf } from "./entry.ts";
import type { PostingList } from "./read-postings.ts";

/**
 * Merges the postings of several terms into those of one: each document once, with its total number of occurrences.
 */
export function asOneTerm(lists: readonly PostingList[]): PostingList[] {
  return [...Map.groupBy(lists, ({ first }) => first)].map(([first, held]) => ({
    term: held[0]?.term ?? "",
    first,
    entries: mergeEntries(held.map(({ entries }) => entries)),
  }));
}

/** The same for the entries of several terms in one block. */
export function mergeEntries(held: readonly Uint32Array[]): Uint32Array {
  const [one] = held;
  if (one !== undefined && held.length === 1) return one;
  const counts = new Uint32Array(BLOCK_DOCUMENTS);
  let documents = 0;
  for (const entries of held) documents += addCounts(entries, counts);
  const merged = new Uint32Array(documents);
  for (let place = 0, at = 0; at < documents; place++) {
    const count = counts[place] ?? 0;
    if (count > 0) merged[at++] = entryOf(place, count);
  }
  return merged;
}

/** Adds up counts; returns the number of documents that had none yet. */
function addCounts(entries: Uint32Array, counts: Uint32Array): number {
  let documents = 0;
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] ?? 0;
    const place = documentOf(entry, 0);
    const count = counts[place] ?? 0;
    if (count === 0) documents += 1;
    counts[place] = count + countOf(entry);
  }
  return documents;
}
