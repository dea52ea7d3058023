import { saturation } from "../bm25.ts";
import type { QueryNode } from "../query/ast.ts";
import { asOneTerm, isInTitle } from "./postings/pending.ts";
import {
  type Collection,
  countOf,
  documentOf,
  entryOf,
  type PostingList,
  type Postings,
  positionOf,
} from "./postings/read-postings.ts";
import { SHORT_PREFIX_LENGTHS, TITLE_WEIGHT } from "./schema.ts";
import { numbersOf, type Snapshot } from "./snapshot.ts";

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

/** The documents of a term, each once; adds its weight in each to `relevance`. */
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

/** The fewer documents have a term, the greater; FTS5's formula (sqlite.org/fts5.html, "The bm25() function"). */
function rarity(holding: number, documents: number): number {
  return Math.max(LEAST_RARITY, Math.log((documents - holding + 0.5) / (holding + 0.5)));
}

/** The documents with these stems in sequence, within title or text, and how often; one in the title counts for ten. */
export function readPhrase(postings: Postings, stems: readonly string[]): PostingList[] {
  const [rarest = 0, ...others] = postings.byRarity("position", stems);
  let found = postings.ofTerm("position", stems[rarest] ?? "");
  for (const rank of others) {
    if (found.length === 0) break;
    found = besides(found, postings.ofTermBeside("position", stems[rank] ?? "", found), rank - rarest);
  }
  return found.map(counted);
}

/** The positions that have one of the others at this distance after them (before, if negative). */
function besides(
  found: readonly PostingList[],
  others: readonly PostingList[],
  distance: number,
): PostingList[] {
  const byBlock = new Map(others.map(({ first, entries }) => [first, entries]));
  const kept: PostingList[] = [];
  for (const list of found) {
    const entries = keepBeside(list.entries, byBlock.get(list.first) ?? new Uint32Array(), distance);
    if (entries.length > 0) kept.push({ ...list, entries });
  }
  return kept;
}

/** Above this ratio, the longer list is skipped through rather than read. */
const FAR_MORE = 16;

/** Both lists are increasing. */
function keepBeside(found: Uint32Array, others: Uint32Array, distance: number): Uint32Array {
  const kept = new Uint32Array(Math.min(found.length, others.length));
  const areFar = others.length > FAR_MORE * found.length;
  let count = 0;
  for (let index = 0, at = 0; index < found.length && at < others.length; index++) {
    const position = found[index] ?? 0;
    const beside = position + distance;
    at = areFar ? skipTo(others, at, beside) : readTo(others, at, beside);
    if (others[at] === beside) kept[count++] = position;
  }
  return kept.subarray(0, count);
}

/** Index of the first number not below `least`, from an index on. */
function readTo(numbers: Uint32Array, from: number, least: number): number {
  let at = from;
  while (at < numbers.length && (numbers[at] ?? 0) < least) at += 1;
  return at;
}

/** `readTo` by exponential, then binary search. */
function skipTo(numbers: Uint32Array, from: number, least: number): number {
  let [low, step] = [from, 1];
  while (low + step < numbers.length && (numbers[low + step] ?? 0) < least) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, numbers.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One entry per document, with the number of its positions. */
function counted(list: PostingList): PostingList {
  const { entries: positions } = list;
  const entries = new Uint32Array(positions.length);
  let held = 0;
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at] ?? 0;
    const place = documentOf(position, 0);
    const isNext = held === 0 || documentOf(entries[held - 1] ?? 0, 0) !== place;
    if (isNext) entries[held++] = entryOf(place, 0);
    const count = countOf(entries[held - 1] ?? 0) + (isInTitle(positionOf(position)) ? TITLE_WEIGHT : 1);
    entries[held - 1] = entryOf(place, count);
  }
  return { ...list, entries: entries.subarray(0, held) };
}

const BITS = 32;

/** A set of document numbers, one bit each. */
export class DocumentSet {
  private readonly bits: Uint32Array;

  /** An empty set; `capacity` is above every number. */
  constructor(capacity: number) {
    this.bits = new Uint32Array(Math.ceil(capacity / BITS));
  }

  add(id: number): void {
    const at = id >>> 5;
    this.bits[at] = (this.bits[at] ?? 0) | (1 << (id & 31));
  }

  remove(id: number): void {
    const at = id >>> 5;
    this.bits[at] = (this.bits[at] ?? 0) & ~(1 << (id & 31));
  }

  has(id: number): boolean {
    return ((this.bits[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
  }

  /** Union with another set of the same index, in place. */
  addAll({ bits: others }: DocumentSet): void {
    const { bits } = this;
    for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (others[at] ?? 0);
  }

  /** Intersection with another set of the same index, in place. */
  keepAll({ bits: others }: DocumentSet): void {
    const { bits } = this;
    for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & (others[at] ?? 0);
  }

  /** Difference with another set of the same index, in place. */
  removeAll({ bits: others }: DocumentSet): void {
    const { bits } = this;
    for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & ~(others[at] ?? 0);
  }

  /** The document numbers, increasing. */
  ids(): Uint32Array {
    const ids = new Uint32Array(this.count());
    for (let at = 0, next = 0; next < ids.length; at++) {
      for (let rest = this.bits[at] ?? 0; rest !== 0; rest &= rest - 1)
        ids[next++] = at * BITS + (BITS - 1 - Math.clz32(rest & -rest));
    }
    return ids;
  }

  count(): number {
    let count = 0;
    for (let at = 0; at < this.bits.length; at++) count += bitsOf(this.bits[at] ?? 0);
    return count;
  }
}

/** Number of bits set in a word (H. S. Warren, Hacker's Delight, 5-1). */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
