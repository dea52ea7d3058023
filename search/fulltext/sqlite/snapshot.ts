import type { Database } from "bun:sqlite";
import { BLOCK_DOCUMENTS } from "./postings/entry.ts";
import { type Collection, readCollection } from "./postings/lengths.ts";
import { Postings } from "./postings/read.ts";
import { assertTitles } from "./seals/titles.ts";

/** Another one once another connection has written (sqlite.org/pragma.html, "data_version"). */
const VERSION = "PRAGMA data_version";

/** An index as it is at one moment. */
export interface Snapshot {
  readonly database: Database;
  readonly postings: Postings;
  readonly collection: Collection;
  /** By number of document, where a search adds up what it seeks: the next search clears it. */
  readonly relevance: Float64Array;
}

/**
 * The last one of each connection: at ten times the corpus, reading the lengths takes a quarter of a millisecond, and new
 * memory for a number a document as much.
 */
const known = new WeakMap<Database, Snapshot & { readonly version: number }>();

const ofSealedTitles = new WeakSet<Snapshot>();

/** Proves, once a snapshot, that its titles are what was written. @throws {StoreDamaged} */
export function assertSealedTitles(index: Snapshot): void {
  if (ofSealedTitles.has(index)) return;
  assertTitles(index.database);
  ofSealedTitles.add(index);
}

/** What is asked of an index, in one transaction. @param database a connection that does not write. */
export function inSnapshot<Result>(database: Database, ask: (index: Snapshot) => Result): Result {
  return database.transaction(() => ask(snapshotOf(database)))();
}

function snapshotOf(database: Database): Snapshot {
  const row = database.query<{ data_version: number }, []>(VERSION).get();
  const version = row?.data_version ?? 0;
  const last = known.get(database);
  if (last?.version === version) return last;
  const collection = readCollection(database);
  const postings = new Postings(database, collection.capacity / BLOCK_DOCUMENTS);
  const relevance = new Float64Array(collection.capacity);
  const snapshot = { version, database, postings, collection, relevance };
  known.set(database, snapshot);
  return snapshot;
}
