import type { Database } from "../../db/postgres/database.ts";
import { type Change, countChanges, readChanges } from "../../db/queries/changes.ts";
import type { ChangeList } from "../schemas/answers/changes.ts";

export interface ChangesRequest {
  /** First day, YYYY-MM-DD. */
  readonly since: string;
  readonly limit: number;
  readonly offset: number;
}

/** Documents published, modified or withdrawn since a day, newest first. */
export async function listChanges(database: Database, request: ChangesRequest): Promise<ChangeList> {
  const { since, limit, offset } = request;
  const [changes, total] = await Promise.all([
    readChanges(database, since, limit, offset),
    countChanges(database, since),
  ]);
  return { since, count: changes.length, total, changes: changes.map(changeAnswer) };
}

/** The first edition that is held is not always the first that there was. */
function changeAnswer(change: Change): ChangeList["changes"][number] {
  return change.nature === "creation" ? { ...change, premiere_detenue: true } : change;
}
