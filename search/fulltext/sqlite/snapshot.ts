import type { Database } from "bun:sqlite";
import { BLOCK_DOCUMENTS } from "./postings/entry.ts";
import { type Collection, readCollection } from "./postings/lengths.ts";
import { Postings } from "./postings/read-postings.ts";
import { assertTitles } from "./seals/titles.ts";

/** Changes once another connection has written (sqlite.org/pragma.html, "data_version"). */
const VERSION = "PRAGMA data_version";

/** An index at one moment. */
export interface Snapshot {
  readonly database: Database;
  readonly postings: Postings;
  readonly collection: Collection;
  /** By document number: a search accumulates its scores here, the next one clears it. */
  readonly relevance: Float64Array;
  /** By document number, zero between two searches: what its label shares with the query (`relevance/labels.ts`). */
  readonly shared: SharedStems;
}

interface SharedStems {
  readonly rarities: Float64Array;
  readonly counts: Uint16Array;
}

/**
 * The latest snapshot of each connection: at ten times the corpus, reading the lengths takes a quarter of a
 * millisecond, and allocating one number per document as much.
 */
const known = new WeakMap<Database, Snapshot & { readonly version: number }>();

const ofSealedTitles = new WeakSet<Snapshot>();

/**
 * Checks the titles against their seals, once per snapshot.
 * @throws {StoreDamaged}
 */
export function assertSealedTitles(index: Snapshot): void {
  if (ofSealedTitles.has(index)) return;
  assertTitles(index.database);
  ofSealedTitles.add(index);
}

/**
 * Queries an index in one transaction.
 * @param database a connection that does not write.
 */
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
  const shared = {
    rarities: new Float64Array(collection.capacity),
    counts: new Uint16Array(collection.capacity),
  };
  const snapshot = { version, database, postings, collection, relevance, shared };
  known.set(database, snapshot);
  return snapshot;
}
