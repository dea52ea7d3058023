import type { Database } from "bun:sqlite";
import type { Field } from "../schema.ts";
import { BLOCK_DOCUMENTS, blockOf, numbersOf } from "./entry.ts";

/** Postings of a term in one block of documents. */
export interface PostingList {
  readonly term: string;
  /** Number of the block's first document. */
  readonly first: number;
  readonly entries: Uint32Array;
}

const OF_TERM = "SELECT term, block, entries FROM postings WHERE field = $field AND term = $term";
const OF_TERM_IN = `${OF_TERM} AND block IN (SELECT value FROM json_each($blocks))`;
const OF_PREFIX =
  "SELECT term, block, entries FROM postings WHERE field = $field AND term >= $prefix AND term < $end";
/** After every letter that a term holds. */
const LAST = "\u{10ffff}";

interface Row {
  readonly term: string;
  readonly block: number;
  readonly entries: Uint8Array;
}

/** Of one term; entries may name documents that have left. */
export function readTerm(database: Database, field: Field, term: string): PostingList[] {
  return database.query<Row, Record<string, string>>(OF_TERM).all({ field, term }).map(listOf);
}

/** Likewise, in the blocks of other postings. */
export function readTermIn(
  database: Database,
  field: Field,
  term: string,
  others: readonly PostingList[],
): PostingList[] {
  const blocks = JSON.stringify(others.map(({ first }) => blockOf(first)));
  return database.query<Row, Record<string, string>>(OF_TERM_IN).all({ field, term, blocks }).map(listOf);
}

/** Of every term of a field that begins so, term after term; likewise. */
export function readPrefix(database: Database, field: Field, prefix: string): PostingList[] {
  const statement = database.query<Row, Record<string, string>>(OF_PREFIX);
  return statement.all({ field, prefix, end: prefix + LAST }).map(listOf);
}

function listOf({ term, block, entries }: Row): PostingList {
  return { term, first: block * BLOCK_DOCUMENTS, entries: numbersOf(entries) };
}
