import type { Database } from "../postgres/database.ts";
import { jsonRows, retryUndone } from "../postgres/statements.ts";
import { addMinutes } from "./periods.ts";
import type { PeriodTally } from "./tally.ts";

/** What one process answered, since it last wrote it. */
export interface Counted {
  readonly minutes: readonly PeriodTally[];
  readonly refusals: readonly AccountRefusals[];
}

/** Adds what one process counted to what the others did. */
export async function addTraffic(database: Database, counted: Counted, now: Date): Promise<void> {
  if (counted.minutes.length > 0) await addMinutes(database, counted.minutes, now);
  if (counted.refusals.length > 0) await addRefusals(database, counted.refusals, now);
}

const KEPT_DAYS = 30;

/** Refusals of one kind in a day (UTC), `YYYY-MM-DD`. */
export interface DayRefusals {
  readonly day: string;
  /** Error code. */
  readonly code: string;
  readonly refusals: number;
}

/** The same for an account, by its first key. */
export interface AccountRefusals extends DayRefusals {
  readonly accountId: number;
}

/**
 * Adds the refusals that one process counted to those of the others, and deletes those of more than thirty days ago.
 * @param counted at most one entry per account, day and code.
 */
async function addRefusals(
  { $client: sql }: Database,
  counted: readonly AccountRefusals[],
  now: Date,
): Promise<void> {
  const rows = jsonRows(counted);
  await retryUndone(
    () => sql`
      with forgotten as (
        delete from account_refusals where day < ${firstDay(now)}::text::date)
      insert into account_refusals as kept (account_id, day, code, refusals)
      select "accountId", day, code, refusals
      from json_to_recordset(${rows}::text::json) as added ("accountId" int, day date, code text, refusals int)
      order by 1, 2, 3
      on conflict (account_id, day, code) do update set refusals = kept.refusals + excluded.refusals`,
  );
}

/** The refusals of an account in the last thirty days, latest day first, then the most frequent. */
export async function readRefusals(
  { $client: sql }: Database,
  accountId: number,
  now: Date,
): Promise<readonly DayRefusals[]> {
  return await sql<DayRefusals[]>`
    select to_char(day, 'YYYY-MM-DD') as day, code, refusals from account_refusals
    where account_id = ${accountId} and day >= ${firstDay(now)}::text::date
    order by account_refusals.day desc, refusals desc, code`;
}

/** The first of the last thirty days, that of `now` included. */
function firstDay(now: Date): string {
  const first = new Date(now.getTime() - (KEPT_DAYS - 1) * 24 * 3_600_000);
  return first.toISOString().slice(0, 10);
}
