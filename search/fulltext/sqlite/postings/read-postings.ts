import type { Database } from "bun:sqlite";
import { LRUCache } from "lru-cache";
import type { Field } from "../schema.ts";
import {
  assertSealed,
  type Parameters,
  readSeals,
  type Seal,
  type SealKey,
  sealOfEntries,
} from "../seals/read-seals.ts";
import { areNumbers, BLOCK_DOCUMENTS, blockOf, numbersOf } from "./lengths.ts";

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
