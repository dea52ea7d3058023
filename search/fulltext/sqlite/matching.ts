import type { DocumentFilter } from "../../../db/engine/document-filter.ts";
import type { Facets, FullTextRequest } from "../port.ts";
import type { QueryNode } from "../query/ast.ts";
import { DocumentSet } from "./document-set.ts";
import { evaluate } from "./evaluate.ts";
import { restrict } from "./filter.ts";
import { documentOf } from "./postings/entry.ts";
import type { PostingList } from "./postings/read-postings.ts";
import { rankAdjacent } from "./relevance/adjacent.ts";
import { weighLabels } from "./relevance/labels.ts";
import type { Facet } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";

/** The texts of a file that match, whatever their days. */
export function found(
  index: Snapshot,
  query: QueryNode,
  filter: DocumentFilter,
  relevance: Float64Array | null = null,
): DocumentSet {
  const documents = evaluate(index, query, relevance);
  restrict(index, documents, filter);
  return documents;
}

/** Adds to the relevance of what was found what the query has in common with labels, and its citations. */
export function scored(
  index: Snapshot,
  { query, adjacent }: Required<Pick<FullTextRequest, "query" | "adjacent">>,
  relevance: Float64Array,
): void {
  weighLabels(index, query, relevance);
  rankAdjacent(index, adjacent, relevance);
}

/** Every text of a file. */
export function everyDocument({ collection }: Snapshot): DocumentSet {
  const every = new DocumentSet(collection.capacity);
  for (let id = 0; id < collection.capacity; id++) if (collection.lengths[id] !== 0) every.add(id);
  return every;
}

/** Number of matching documents for each value. */
export function countFacets({ postings }: Snapshot, found: DocumentSet): Facets {
  const counted = (facet: Facet) => countTerms(postings.ofPrefix(facet, ""), found);
  return { domaine: counted("domaine"), type: counted("type"), matiere: counted("matiere") };
}

/** For each term, how many of the given documents have it; terms that none has are absent. */
export function countTerms(lists: readonly PostingList[], documents: DocumentSet): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) {
    const count = countIn(list, documents);
    if (count > 0) counts.set(list.term, (counts.get(list.term) ?? 0) + count);
  }
  return counts;
}

function countIn({ first, entries }: PostingList, documents: DocumentSet): number {
  let count = 0;
  for (let at = 0; at < entries.length; at++) {
    if (documents.has(documentOf(entries[at] ?? 0, first))) count += 1;
  }
  return count;
}
