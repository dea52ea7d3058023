import type { Database } from "bun:sqlite";
import { type Collection, readCollection } from "./postings/lengths.ts";

/** An index as it is at one moment. */
export interface Snapshot {
  readonly database: Database;
  readonly collection: Collection;
}

/** What is asked of an index in one transaction. */
export function inSnapshot<Result>(database: Database, ask: (index: Snapshot) => Result): Result {
  return database.transaction(() => ask({ database, collection: readCollection(database) }))();
}
