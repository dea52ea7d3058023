import type { QueryNode } from "../../query/ast.ts";
import { DocumentSet } from "../document-set.ts";
import { evaluate } from "../evaluate.ts";
import type { Snapshot } from "../snapshot.ts";

/** Above any sum of weights: some 20 for each of 32 words. */
const SIDE_BY_SIDE_SCORE = 1_000;

/**
 * Ranks the documents that have all the citations of a query side by side before those that have some, and these
 * before the others; within each, what a phrase weighs is added.
 * @param adjacent the stems of each citation; none changes nothing.
 * @param relevance by document number.
 */
export function rankAdjacent(
  index: Snapshot,
  adjacent: readonly (readonly string[])[],
  relevance: Float64Array,
): void {
  if (adjacent.length === 0) return;
  const capacity = index.collection.capacity;
  const some = new DocumentSet(capacity);
  let all: DocumentSet | null = null;
  for (const stems of adjacent) {
    const phrase: QueryNode = { kind: "phrase", stems };
    const holders = evaluate(index, phrase, relevance);
    some.addAll(holders);
    if (all === null) all = holders;
    else all.keepAll(holders);
  }
  raise(some, relevance);
  if (all !== null && adjacent.length > 1) raise(all, relevance);
}

function raise(documents: DocumentSet, relevance: Float64Array): void {
  for (const id of documents.ids()) relevance[id] = (relevance[id] ?? 0) + SIDE_BY_SIDE_SCORE;
}
