import type { Database } from "bun:sqlite";
import type { QueryNode } from "../query/ast.ts";
import { type Days, readDays } from "./parts/days.ts";
import { BLOCK_DOCUMENTS, type Collection, readCollection } from "./postings/lengths.ts";
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
  /** By document number, zero between two searches: what its label shares with the query (`matching.ts`). */
  readonly shared: SharedStems;
  /** Those of another file, where this one's texts are compared with its own. */
  readonly rarities: Rarities | null;
  /** When each text is in force; read once. @throws {StoreDamaged} */
  readonly days: () => Days;
}

/** Rarity of each part of a query (a node, or a label's stem) in the texts in force, for all files' scores to compare. */
export class Rarities {
  private readonly known = new Map<QueryNode | string, number>();

  /** @param own that of the file, kept if it is the first. */
  of(part: QueryNode | string, own: number): number {
    const known = this.known.get(part) ?? own;
    this.known.set(part, known);
    return known;
  }
}

interface SharedStems {
  readonly rarities: Float64Array;
  readonly counts: Uint16Array;
}

/** Latest snapshot of each connection: at ten times the corpus, lengths take 0.25 ms, a number per document as much. */
const known = new WeakMap<Database, Snapshot & { readonly version: number }>();

const ofSealedTitles = new WeakSet<Snapshot>();

/** Checks the titles against their seals, once per snapshot. @throws {StoreDamaged} */
export function assertSealedTitles(index: Snapshot): void {
  if (ofSealedTitles.has(index)) return;
  assertTitles(index.database);
  ofSealedTitles.add(index);
}

/** Queries an index in one transaction; `database` is a connection that does not write. */
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
  let days: Days | null = null;
  const snapshot = {
    version,
    database,
    postings,
    collection,
    relevance,
    shared,
    rarities: null,
    days: () => (days ??= readDays(database, collection.capacity)),
  };
  known.set(database, snapshot);
  return snapshot;
}
