import type { Database } from "bun:sqlite";
import { LRUCache } from "lru-cache";
import { normOf } from "../../bm25.ts";
import type { Field } from "../schema.ts";
import { SealChanges } from "../seals/changes.ts";
import {
  assertSealed,
  type Parameters,
  readSeals,
  type Seal,
  type SealKey,
  sealOfContent,
  sealOfEntries,
} from "../seals/read-seals.ts";

/** Replaces the length of a removed document while its postings remain. */
const LEFT = 2 ** 32 - 1;

const READ = "SELECT '' AS term, block, lengths FROM lengths";
const WRITE =
  "INSERT INTO lengths (block, lengths) VALUES (?, ?) ON CONFLICT DO UPDATE SET lengths = excluded.lengths";

/** The data on an index's documents that ranking uses. */
export interface Collection {
  /** Above every document number ever used in the index. */
  readonly capacity: number;
  /** By document number: number of words of its title and text, plus one; 0 for an unused number. */
  readonly lengths: Uint32Array;
  /** By document number: the length normalisation of its counts (`../../bm25.ts`). */
  readonly norms: Float64Array;
  readonly documents: number;
}

/** Reads the lengths of the index's documents. @throws {StoreDamaged} */
export function readCollection(database: Database): Collection {
  const blocks = readBlocks(database);
  const capacity = ((blocks.at(-1)?.[0] ?? -1) + 1) * BLOCK_DOCUMENTS;
  const lengths = new Uint32Array(capacity);
  for (const [block, bytes] of blocks) lengths.set(numbersOf(bytes), block * BLOCK_DOCUMENTS);
  let [documents, words] = [0, 0];
  for (let id = 0; id < capacity; id++) {
    const length = lengths[id] ?? 0;
    if (length === LEFT) lengths[id] = 0;
    else if (length > 0) {
      documents += 1;
      words += length - 1;
    }
  }
  const norms = new Float64Array(capacity);
  for (let id = 0; id < capacity; id++) norms[id] = normOf((((lengths[id] ?? 1) - 1) * documents) / words);
  return { capacity, lengths, norms, documents };
}

/** Numbers of removed documents that postings may still contain. @throws {StoreDamaged} */
export function readLeft(database: Database): Set<number> {
  const left = new Set<number>();
  for (const [block, bytes] of readBlocks(database)) {
    const lengths = numbersOf(bytes);
    for (let place = 0; place < lengths.length; place++)
      if (lengths[place] === LEFT) left.add(block * BLOCK_DOCUMENTS + place);
  }
  return left;
}

/** Changes of lengths within one transaction. */
export class LengthChanges {
  private readonly blocks = new Map<number, Uint32Array>();

  constructor(private readonly database: Database) {}

  /** @param words in the title and the text of a document. */
  set(id: number, words: number): void {
    this.put(id, words + 1);
  }

  leave(id: number): void {
    this.put(id, LEFT);
  }

  /** Call once the document has no postings left. */
  forget(id: number): void {
    this.put(id, 0);
  }

  write(): void {
    const statement = this.database.query(WRITE);
    const seals = new SealChanges(this.database);
    for (const [block, lengths] of this.blocks) {
      const bytes = bytesOf(lengths);
      statement.run(block, bytes);
      const key = keyOf(block);
      seals.set(key, sealOfContent(key, bytes));
    }
    this.blocks.clear();
  }

  private put(id: number, value: number): void {
    const block = blockOf(id);
    const lengths = this.blocks.get(block) ?? this.read(block);
    lengths[id % BLOCK_DOCUMENTS] = value;
    this.blocks.set(block, lengths);
  }

  private read(block: number): Uint32Array {
    const [known] = readBlocks(this.database, block);
    return known === undefined ? new Uint32Array(BLOCK_DOCUMENTS) : numbersOf(known[1]);
  }
}

interface LengthsRow {
  readonly term: string;
  readonly block: number;
  readonly lengths: Uint8Array;
}

/** Reads every block, or only the given one. @throws {StoreDamaged} */
function readBlocks(database: Database, only?: number): [block: number, lengths: Uint8Array][] {
  const which = only === undefined ? "true" : "block = $only";
  const parameters = only === undefined ? {} : { only };
  const rows = database
    .query<LengthsRow, Record<string, number>>(`${READ} WHERE ${which} ORDER BY block`)
    .all(parameters);
  const seals = readSeals(database, `field = $field AND ${which}`, { field: "length", ...parameters });
  assertSealed("length", rows, seals, sealOfLengths);
  return rows.map(({ block, lengths }) => [block, lengths]);
}

function sealOfLengths(key: SealKey, { lengths }: LengthsRow): Seal | null {
  return areNumbers(lengths) ? sealOfContent(key, lengths) : null;
}

function keyOf(block: number): SealKey {
  return { field: "length", term: "", block };
}

/**
 * A row of `postings` (schema.ts): one 32-bit number per document that has the term, in order and in this machine's
 * byte order: its place in its block, then the number of occurrences, or one position (`pending.ts`). Documents are
 * grouped in blocks, so that additions only touch the last one.
 */
const VALUE_BITS = 20;
const PLACE_BITS = 11; // with VALUE_BITS, within a positive small integer of the engine

export const BLOCK_DOCUMENTS = 2 ** PLACE_BITS;
/** Larger counts are capped at this value. */
const GREATEST_VALUE = 2 ** VALUE_BITS - 1;

/** Block of a document, by its number. */
export function blockOf(id: number): number {
  return id >>> PLACE_BITS;
}

export function entryOf(id: number, value: number): number {
  return ((id & (BLOCK_DOCUMENTS - 1)) << VALUE_BITS) | Math.min(value, GREATEST_VALUE);
}

/** Number of an entry's document; `first` is that of its block. */
export function documentOf(entry: number, first: number): number {
  return first + (entry >>> VALUE_BITS);
}

export function countOf(entry: number): number {
  return entry & GREATEST_VALUE;
}

export function positionOf(entry: number): number {
  return entry & GREATEST_VALUE;
}

/** 32-bit numbers as stored. */
export function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** Whether a value of a row can be a result of `bytesOf`. */
export function areNumbers(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.byteLength % Uint32Array.BYTES_PER_ELEMENT === 0;
}

/** @param bytes of 32-bit numbers, as returned by a statement. */
export function numbersOf(bytes: Uint8Array): Uint32Array {
  return bytes.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / Uint32Array.BYTES_PER_ELEMENT)
    : new Uint32Array(bytes.slice().buffer);
}

/** Postings of a term in one block of documents. */
export interface PostingList {
  readonly term: string;
  /** Number of the block's first document. */
  readonly first: number;
  readonly entries: Uint32Array;
}

/** Conditions on rows of postings, and of their seals. */
const OF_TERM = "field = $field AND term = $term";
const OF_TERM_IN = `${OF_TERM} AND block IN (SELECT value FROM json_each($blocks))`;
/** SQLite knows the length of a value without reading it. */
const SIZES = `
  SELECT term, sum(length(entries)) AS bytes FROM postings
  WHERE field = $field AND term IN (SELECT value FROM json_each($terms))
    AND block IN (SELECT value FROM json_each($blocks))
  GROUP BY term`;
/** Blocks sampled to find the rare terms: looking at all takes a fifth of a search's time at ten times the corpus. */
const LOOKED_AT = 4;
const OF_PREFIX = "field = $field AND term >= $prefix AND term < $end";
/** Sorts after every letter of a term. */
const LAST = "\u{10ffff}";

/** Cache of recent terms, one of which takes a share at most: allocating costs more than reading into memory. */
const KEPT_BYTES = 32_000_000;
const KEPT_OF_ONE = KEPT_BYTES / 8;

/** A row of `postings`. */
export interface PostingRow {
  readonly term: string;
  readonly block: number;
  readonly entries: Uint8Array;
}

/**
 * The postings of an index that does not change meanwhile; entries may include removed documents. Everything read
 * from the file is checked against its seals; cached postings need no further check.
 */
export class Postings {
  private readonly kept = new LRUCache<string, readonly PostingList[]>({
    maxSize: KEPT_BYTES,
    maxEntrySize: KEPT_OF_ONE,
    sizeCalculation: (lists, key) => lists.reduce((sum, { entries }) => sum + entries.byteLength, key.length),
  });

  /** @param blocks number of blocks in the index. */
  constructor(
    private readonly database: Database,
    private readonly blocks: number,
  ) {}

  ofTerm(field: Field, term: string): readonly PostingList[] {
    const key = `${field} ${term}`;
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const lists = this.read(OF_TERM, { field, term });
    this.kept.set(key, lists);
    return lists;
  }

  /** Postings of a term, at least in the blocks of other postings: when these are few, only they are read. */
  ofTermBeside(field: Field, term: string, others: readonly PostingList[]): readonly PostingList[] {
    const areFew = others.length < this.blocks / 2;
    if (!areFew || this.kept.has(`${field} ${term}`)) return this.ofTerm(field, term);
    const blocks = JSON.stringify(others.map(({ first }) => blockOf(first)));
    return this.read(OF_TERM_IN, { field, term, blocks });
  }

  /** Ranks of terms, those with the fewest entries first, estimated from a few blocks. */
  byRarity(field: Field, terms: readonly string[]): number[] {
    const looked = Array.from({ length: LOOKED_AT }, (_, part) =>
      Math.floor((part * this.blocks) / LOOKED_AT),
    );
    const rows = this.database
      .query<{ term: string; bytes: number }, Record<string, string>>(SIZES)
      .all({ field, terms: JSON.stringify(terms), blocks: JSON.stringify(looked) });
    const sizes = new Map(rows.map(({ term, bytes }) => [term, bytes]));
    const sizeAt = (rank: number) => sizes.get(terms[rank] ?? "") ?? 0;
    return [...terms.keys()].sort((one, other) => sizeAt(one) - sizeAt(other));
  }

  /** Postings of every term of a field with this prefix, term by term. */
  ofPrefix(field: Field, prefix: string): readonly PostingList[] {
    return this.read(OF_PREFIX, { field, prefix, end: prefix + LAST });
  }

  /** @throws {StoreDamaged} */
  private read(where: string, parameters: Parameters & { readonly field: Field }): PostingList[] {
    const sql = `SELECT term, block, entries FROM postings WHERE ${where} ORDER BY term, block`;
    const rows = this.database.query<PostingRow, Parameters>(sql).all(parameters);
    assertSealed(parameters.field, rows, readSeals(this.database, where, parameters), sealOfRow);
    return rows.map(listOf);
  }
}

/** Null when the entries are not numbers. */
export function sealOfRow(key: SealKey, { entries }: PostingRow): Seal | null {
  return areNumbers(entries) ? sealOfEntries(key, numbersOf(entries)) : null;
}

function listOf({ term, block, entries }: PostingRow): PostingList {
  return { term, first: block * BLOCK_DOCUMENTS, entries: numbersOf(entries) };
}
