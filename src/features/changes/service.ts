import type { Database } from "../../../db/postgres/database.ts";
import { type Change, type ChangesStart, countChanges, readChanges } from "../../../db/queries/changes.ts";
import type { ChangeList } from "./answer.ts";

export type { ChangesStart };

export interface ChangesRequest {
  readonly start: ChangesStart;
  /** Series in capitals; null for all. */
  readonly domaine: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** Documents published, modified or withdrawn since a day, or received since an instant, newest first. */
export async function listChanges(database: Database, request: ChangesRequest): Promise<ChangeList> {
  const { start, domaine, limit, offset } = request;
  const filter = { start, domaine };
  const [changes, total] = await Promise.all([
    readChanges(database, filter, limit, offset),
    countChanges(database, filter),
  ]);
  const since = start.kind === "dated" ? start.since : start.since.slice(0, "YYYY-MM-DD".length);
  const received = start.kind === "dated" ? {} : { recus_depuis: start.since };
  return { since, ...received, count: changes.length, total, changes: changes.map(changeAnswer) };
}

/** The oldest stored edition is not always the first that was published. */
function changeAnswer(change: Change): ChangeList["changes"][number] {
  return change.nature === "creation" ? { ...change, premiere_detenue: true } : change;
}
