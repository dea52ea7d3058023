import type { Database } from "bun:sqlite";
import { LRUCache } from "lru-cache";
import type { Field } from "../schema.ts";
import { assertSealed, type Parameters, readSeals } from "../seals/read.ts";
import { type Seal, type SealKey, sealOfEntries } from "../seals/seal.ts";
import { areNumbers, BLOCK_DOCUMENTS, blockOf, numbersOf } from "./entry.ts";

/** Postings of a term in one block of documents. */
export interface PostingList {
  readonly term: string;
  /** Number of the block's first document. */
  readonly first: number;
  readonly entries: Uint32Array;
}

/** Which rows of postings, and of their seals. */
const OF_TERM = "field = $field AND term = $term";
const OF_TERM_IN = `${OF_TERM} AND block IN (SELECT value FROM json_each($blocks))`;
/** SQLite tells the length of a value without reading it. */
const SIZES = `
  SELECT term, sum(length(entries)) AS bytes FROM postings
  WHERE field = $field AND term IN (SELECT value FROM json_each($terms))
    AND block IN (SELECT value FROM json_each($blocks))
  GROUP BY term`;
/** They tell which terms are rare: at ten times the corpus, looking at each block takes a fifth of a search's time. */
const LOOKED_AT = 4;
const OF_PREFIX = "field = $field AND term >= $prefix AND term < $end";
/** After every letter that a term holds. */
const LAST = "\u{10ffff}";

/**
 * Bytes of the terms read last, of which one takes a part at most: searches share their words, and new memory costs more
 * than what is read into it.
 */
const KEPT_BYTES = 32_000_000;
const KEPT_OF_ONE = KEPT_BYTES / 8;

/** A row of `postings`. */
export interface PostingRow {
  readonly term: string;
  readonly block: number;
  readonly entries: Uint8Array;
}

/**
 * The postings of an index that does not change meanwhile; entries may name documents that have left. What is read from the
 * file is what was written, as its seals prove each time: what is kept needs no other proof.
 */
export class Postings {
  private readonly kept = new LRUCache<string, readonly PostingList[]>({
    maxSize: KEPT_BYTES,
    maxEntrySize: KEPT_OF_ONE,
    sizeCalculation: (lists, key) => lists.reduce((sum, { entries }) => sum + entries.byteLength, key.length),
  });

  /** @param blocks how many there are in the index. */
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

  /** Of a term, in the blocks of other postings at least: few are read by themselves. */
  ofTermBeside(field: Field, term: string, others: readonly PostingList[]): readonly PostingList[] {
    const areFew = others.length < this.blocks / 2;
    if (!areFew || this.kept.has(`${field} ${term}`)) return this.ofTerm(field, term);
    const blocks = JSON.stringify(others.map(({ first }) => blockOf(first)));
    return this.read(OF_TERM_IN, { field, term, blocks });
  }

  /** Ranks of some terms, those with the fewest entries first, as far as a few blocks tell. */
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

  /** Of every term of a field that begins so, term after term. */
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

/** Null for entries that are not numbers. */
export function sealOfRow(key: SealKey, { entries }: PostingRow): Seal | null {
  return areNumbers(entries) ? sealOfEntries(key, numbersOf(entries)) : null;
}

function listOf({ term, block, entries }: PostingRow): PostingList {
  return { term, first: block * BLOCK_DOCUMENTS, entries: numbersOf(entries) };
}
