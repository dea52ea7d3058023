import type { Database } from "bun:sqlite";
import { type Collection, readCollection } from "./postings/lengths.ts";

/** Another one once another connection has written (sqlite.org/pragma.html, "data_version"). */
const VERSION = "PRAGMA data_version";

/** An index as it is at one moment. */
export interface Snapshot {
  readonly database: Database;
  readonly collection: Collection;
  /** By number of document, where a search adds up what it seeks: the next search clears it. */
  readonly relevance: Float64Array;
}

/**
 * The last one of each connection: at ten times the corpus, reading the lengths takes a quarter of a millisecond, and new
 * memory for a number a document as much.
 */
const known = new WeakMap<Database, Snapshot & { readonly version: number }>();

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
  const snapshot = { database, version, collection, relevance: new Float64Array(collection.capacity) };
  known.set(database, snapshot);
  return snapshot;
}
