import { BLOCK_DOCUMENTS, countOf, documentOf, entryOf } from "./entry.ts";
import type { PostingList } from "./read.ts";

/** Postings of several terms as those of one: each document once, with how many times it holds any of them. */
export function asOneTerm(lists: readonly PostingList[]): PostingList[] {
  return [...Map.groupBy(lists, ({ first }) => first).values()].map(inOneBlock);
}

function inOneBlock(lists: readonly PostingList[]): PostingList {
  const [one = NO_LIST] = lists;
  if (lists.length === 1) return one;
  const counts = new Uint32Array(BLOCK_DOCUMENTS);
  let documents = 0;
  for (const { entries } of lists) documents += addCounts(entries, counts);
  const entries = new Uint32Array(documents);
  for (let place = 0, at = 0; at < documents; place++) {
    const count = counts[place] ?? 0;
    if (count > 0) entries[at++] = entryOf(place, count);
  }
  return { ...one, entries };
}

const NO_LIST: PostingList = { term: "", first: 0, entries: new Uint32Array() };

/** How many of the documents had no count yet. */
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
