import type { Database } from "bun:sqlite";
import type { QueryNode } from "../query/ast.ts";
import { rarity, saturation } from "./bm25.ts";
import { DocumentSet } from "./document-set.ts";
import { BLOCK_DOCUMENTS, countOf, documentOf } from "./postings/entry.ts";
import type { Collection } from "./postings/lengths.ts";
import { readPhrase } from "./postings/phrase.ts";
import { type PostingList, readPrefix, readTerm } from "./postings/read.ts";
import { SHORT_PREFIX_LENGTHS } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";

/** Above any sum of weights (a few tens a word): puts the document that a query names before all others. */
const NAMED_DOCUMENT_SCORE = 1_000;

const NAMED = "SELECT id FROM documents WHERE boi_id = ?";

type And = Extract<QueryNode, { readonly kind: "and" }>;

/**
 * The documents that a query finds, whatever the filter.
 * @param relevance by number of document, to which what the query seeks adds its weight; null when nobody asks.
 */
export function evaluate(index: Snapshot, node: QueryNode, relevance: Float64Array | null): DocumentSet {
  switch (node.kind) {
    case "word":
      return holding(index, readTerm(index.database, "stem", node.stem), relevance);
    case "prefix":
      return holding(index, listsBeginning(index.database, node.prefix), relevance);
    case "phrase":
      return holding(
        index,
        readPhrase(index.database, node.stems, index.collection.capacity / BLOCK_DOCUMENTS),
        relevance,
      );
    case "identifier":
      return named(index, node.boiId, relevance);
    case "and":
      return all(index, node, relevance);
    case "or": {
      const found = new DocumentSet(index.collection.capacity);
      for (const branch of node.branches) found.addAll(evaluate(index, branch, relevance));
      return found;
    }
  }
}

function all(index: Snapshot, { required, excluded }: And, relevance: Float64Array | null): DocumentSet {
  const sets = required.map((node) => evaluate(index, node, relevance));
  const [found = new DocumentSet(index.collection.capacity), ...rest] = sets;
  for (const set of rest) found.keepAll(set);
  for (const node of excluded) found.removeAll(evaluate(index, node, null));
  return found;
}

function listsBeginning(database: Database, prefix: string): PostingList[] {
  return SHORT_PREFIX_LENGTHS.includes(prefix.length)
    ? readTerm(database, "beginning", prefix)
    : readPrefix(database, "word", prefix);
}

/** The documents of some postings, which weigh as one term. */
function holding(
  { collection }: Snapshot,
  lists: readonly PostingList[],
  relevance: Float64Array | null,
): DocumentSet {
  const found = new DocumentSet(collection.capacity);
  const counts = new Uint32Array(collection.capacity);
  for (const list of lists) gather(list, collection.lengths, counts, found);
  if (relevance !== null) weigh(found.ids(), counts, collection, relevance);
  return found;
}

// Indexed loops in small functions: `for … of` over a typed array costs ten times more on Bun 1.4.

function gather(
  { first, entries }: PostingList,
  lengths: Uint32Array,
  counts: Uint32Array,
  found: DocumentSet,
): void {
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] ?? 0;
    const id = documentOf(entry, first);
    if (lengths[id] === 0) continue;
    counts[id] = (counts[id] ?? 0) + countOf(entry);
    found.add(id);
  }
}

function weigh(
  ids: Uint32Array,
  counts: Uint32Array,
  { lengths, documents, averageLength }: Collection,
  relevance: Float64Array,
): void {
  const rare = rarity(ids.length, documents);
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    const length = ((lengths[id] ?? 1) - 1) / averageLength;
    relevance[id] = (relevance[id] ?? 0) + rare * saturation(counts[id] ?? 0, length);
  }
}

function named(
  { database, collection }: Snapshot,
  boiId: string,
  relevance: Float64Array | null,
): DocumentSet {
  const found = new DocumentSet(collection.capacity);
  const id = database.query<{ id: number }, [string]>(NAMED).get(boiId)?.id;
  if (id === undefined) return found;
  found.add(id);
  if (relevance !== null) relevance[id] = (relevance[id] ?? 0) + NAMED_DOCUMENT_SCORE;
  return found;
}
