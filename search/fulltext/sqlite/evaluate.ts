import { saturation } from "../bm25.ts";
import type { QueryNode } from "../query/ast.ts";
import { DocumentSet } from "./document-set.ts";
import { numbersOf } from "./documents.ts";
import { countOf, documentOf } from "./postings/entry.ts";
import type { Collection } from "./postings/lengths.ts";
import { asOneTerm } from "./postings/merge.ts";
import { readPhrase } from "./postings/phrase.ts";
import type { PostingList, Postings } from "./postings/read-postings.ts";
import { SHORT_PREFIX_LENGTHS } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";

/** Above any sum of weights (a few tens per word): ranks the document that a query names before all others. */
const NAMED_DOCUMENT_SCORE = 1_000;

type And = Extract<QueryNode, { readonly kind: "and" }>;

/**
 * The documents that match a query, before filtering.
 * @throws {StoreDamaged}
 * @param relevance by document number, to which the matching terms add their weight; null when not needed.
 */
export function evaluate(index: Snapshot, node: QueryNode, relevance: Float64Array | null): DocumentSet {
  switch (node.kind) {
    case "word":
      return holding(index, node, index.postings.ofTerm("stem", node.stem), relevance);
    case "prefix":
      return holding(index, node, listsBeginning(index.postings, node.prefix), relevance);
    case "phrase":
      return holding(index, node, readPhrase(index.postings, node.stems), relevance);
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

function listsBeginning(postings: Postings, prefix: string): readonly PostingList[] {
  return SHORT_PREFIX_LENGTHS.includes(prefix.length)
    ? postings.ofTerm("beginning", prefix)
    : asOneTerm(postings.ofPrefix("word", prefix));
}

/**
 * The documents of a term; adds its weight in each to `relevance`.
 * @param lists of its postings, each document once.
 */
function holding(
  { collection, rarities }: Snapshot,
  node: QueryNode,
  lists: readonly PostingList[],
  relevance: Float64Array | null,
): DocumentSet {
  const found = new DocumentSet(collection.capacity);
  let holders = 0;
  for (const list of lists) holders += gather(list, collection, found);
  if (relevance === null) return found;
  const own = rarity(holders, collection.documents);
  const rare = rarities === null ? own : rarities.of(node, own);
  for (const list of lists) weigh(list, rare, collection, relevance);
  return found;
}

// Indexed loops in small functions: `for … of` over a typed array costs ten times more on Bun 1.4.

/** Adds the documents of a list to `found`, skipping removed ones; returns how many there are. */
function gather({ first, entries }: PostingList, { lengths }: Collection, found: DocumentSet): number {
  let holders = 0;
  for (let at = 0; at < entries.length; at++) {
    const id = documentOf(entries[at] ?? 0, first);
    if (lengths[id] === 0) continue;
    found.add(id);
    holders += 1;
  }
  return holders;
}

function weigh(
  { first, entries }: PostingList,
  rare: number,
  { norms }: Collection,
  relevance: Float64Array,
): void {
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] ?? 0;
    const id = documentOf(entry, first);
    relevance[id] = (relevance[id] ?? 0) + rare * saturation(countOf(entry), norms[id] ?? 0);
  }
}

function named(
  { database, collection }: Snapshot,
  boiId: string,
  relevance: Float64Array | null,
): DocumentSet {
  const found = new DocumentSet(collection.capacity);
  for (const id of numbersOf(database, boiId)) {
    found.add(id);
    if (relevance !== null) relevance[id] = (relevance[id] ?? 0) + NAMED_DOCUMENT_SCORE;
  }
  return found;
}

const LEAST_RARITY = 1e-6;

/**
 * Weight of a term by its rarity: the fewer documents have it, the greater. Same formula as FTS5
 * (sqlite.org/fts5.html, "The bm25() function").
 */
function rarity(holding: number, documents: number): number {
  return Math.max(LEAST_RARITY, Math.log((documents - holding + 0.5) / (holding + 0.5)));
}
