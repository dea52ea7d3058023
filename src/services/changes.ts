import type { Database } from "../../db/postgres/client.ts";
import { type Change, countChanges, readChanges } from "../../db/queries/changes.ts";

export interface ChangesRequest {
  /** First day, YYYY-MM-DD. */
  readonly since: string;
  readonly limit: number;
  readonly offset: number;
}

export interface ChangeList {
  readonly since: string;
  /** Entries given. */
  readonly count: number;
  /** Entries since that day, on all pages. */
  readonly total: number;
  readonly changes: Change[];
}

/** Documents published, modified or withdrawn since a day, newest first. */
export async function listChanges(database: Database, request: ChangesRequest): Promise<ChangeList> {
  const { since, limit, offset } = request;
  const [changes, total] = await Promise.all([
    readChanges(database, since, limit, offset),
    countChanges(database, since),
  ]);
  return { since, count: changes.length, total, changes };
}
