import type { DocumentSet } from "../document-set.ts";
import { documentOf } from "./entry.ts";
import type { PostingList } from "./read-postings.ts";

/** For each term, how many of the given documents have it; terms that none has are absent. */
export function countTerms(lists: readonly PostingList[], documents: DocumentSet): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) {
    const count = countHeld(list, documents);
    if (count > 0) counts.set(list.term, (counts.get(list.term) ?? 0) + count);
  }
  return counts;
}

function countHeld({ first, entries }: PostingList, documents: DocumentSet): number {
  let count = 0;
  for (let at = 0; at < entries.length; at++) {
    if (documents.has(documentOf(entries[at] ?? 0, first))) count += 1;
  }
  return count;
}
