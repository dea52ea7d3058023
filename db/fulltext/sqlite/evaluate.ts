import type { Database } from "bun:sqlite";
import type { QueryNode } from "../query/ast.ts";
import { rarity, saturation } from "./bm25.ts";
import { DocumentSet } from "./document-set.ts";
import { countOf, documentOf } from "./postings/entry.ts";
import type { Collection } from "./postings/lengths.ts";
import { type PostingList, readPrefix, readTerm } from "./postings/read.ts";
import { SHORT_PREFIX_LENGTHS, TITLE_WEIGHT } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";

/** Above any sum of weights (a few tens a word): puts the document that a query names before all others. */
const NAMED_DOCUMENT_SCORE = 1_000;

const MATCHING = "SELECT rowid AS id FROM texts WHERE texts MATCH ?";
const WEIGHED = `SELECT rowid AS id, -bm25(texts, ${TITLE_WEIGHT}, 1) AS weight FROM texts WHERE texts MATCH ?`;
const NAMED = "SELECT id FROM documents WHERE boi_id = ?";

type Written = Extract<QueryNode, { readonly kind: "word" | "phrase" }>;
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
      return matching(index, [node], relevance);
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

/** Words sought beside a phrase are given to FTS5 with it: what holds none of them is not read for the phrase. */
function all(index: Snapshot, { required, excluded }: And, relevance: Float64Array | null): DocumentSet {
  const together = required.some(({ kind }) => kind === "phrase") ? required.filter(isWritten) : [];
  const others = together.length === 0 ? required : required.filter((node) => !isWritten(node));
  const sets = others.map((node) => evaluate(index, node, relevance));
  if (together.length > 0) sets.push(matching(index, together, relevance));
  const [found = new DocumentSet(index.collection.capacity), ...rest] = sets;
  for (const set of rest) found.keepAll(set);
  for (const node of excluded) found.removeAll(evaluate(index, node, null));
  return found;
}

function isWritten(node: QueryNode): node is Written {
  return node.kind === "word" || node.kind === "phrase";
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

/** The documents that hold all that is given, by FTS5, a phrase in the title or in the text, never across. */
function matching(
  { database, collection }: Snapshot,
  written: readonly Written[],
  relevance: Float64Array | null,
): DocumentSet {
  const found = new DocumentSet(collection.capacity);
  const expression = written.map(quoted).join(" AND ");
  if (relevance === null) {
    for (const { id } of database.query<{ id: number }, [string]>(MATCHING).all(expression)) found.add(id);
    return found;
  }
  const rows = database.query<{ id: number; weight: number }, [string]>(WEIGHED).all(expression);
  for (const { id, weight } of rows) {
    found.add(id);
    relevance[id] = (relevance[id] ?? 0) + weight;
  }
  return found;
}

/** As FTS5 reads a string (sqlite.org/fts5.html, "Full-text Query Syntax"). */
function quoted(node: Written): string {
  const words = node.kind === "word" ? node.stem : node.stems.join(" ");
  return `"${words.replaceAll('"', '""')}"`;
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
