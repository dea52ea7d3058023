import type { Database } from "../postgres/database.ts";
import { jsonRows, retryUndone } from "../postgres/statements.ts";
import { LENGTHS_MS, NOTHING, type Period, type PeriodTally, startOf, sumOf, type Tally } from "./tally.ts";

/** How many periods of each kind are kept, hence rows: a day of minutes, to investigate an incident. */
const KEPT: Readonly<Record<Period, number>> = { minute: 24 * 60, day: 30 };
const HOUR_MINUTES = 60;

/**
 * Adds the counts of one process to those of the others, per minute and per day, and deletes the periods that are too
 * old, atomically.
 * @param minutes at most one tally per minute.
 * @param now decides which periods are too old.
 */
export async function addMinutes(
  { $client: sql }: Database,
  minutes: readonly PeriodTally[],
  now: Date,
): Promise<void> {
  const rows = jsonRows([...rowsOf("day", dailySums(minutes)), ...rowsOf("minute", minutes)]);
  const [oldestDay, oldestMinute] = [firstOf("day", KEPT.day, now), firstOf("minute", KEPT.minute, now)];
  await retryUndone(
    () => sql`
      with forgotten as (
        delete from service_traffic where start < case period
          when 'day' then ${oldestDay.toISOString()}::text::timestamptz
          else ${oldestMinute.toISOString()}::text::timestamptz end)
      insert into service_traffic as kept (period, start, requests, refusals, faults, durations)
      select period, start, requests, refusals, faults, durations
      from json_to_recordset(${rows}::text::json) as added
        (period text, start timestamptz, requests int, refusals int, faults int, durations int[])
      order by period, start
      on conflict (period, start) do update set requests = kept.requests + excluded.requests,
        refusals = kept.refusals + excluded.refusals, faults = kept.faults + excluded.faults,
        durations = (
          select array_agg(coalesce(one, 0) + coalesce(other, 0) order by step)
          from unnest(kept.durations, excluded.durations) with ordinality as pair (one, other, step))`,
  );
}

/** The minutes of the hour up to that of `now`, oldest first; those without a request are zeros. */
export async function readLastHour(database: Database, now: Date): Promise<PeriodTally[]> {
  return await readPeriods(database, "minute", HOUR_MINUTES, now);
}

/** The last thirty days (UTC), that of `now` included, oldest first; those without a request are zeros. */
export async function readLastDays(database: Database, now: Date): Promise<PeriodTally[]> {
  return await readPeriods(database, "day", KEPT.day, now);
}

function dailySums(minutes: readonly PeriodTally[]): PeriodTally[] {
  const byDay = Map.groupBy(minutes, ({ start }) => startOf("day", start).getTime());
  return [...byDay].map(([start, tallies]) => ({ start: new Date(start), ...sumOf(tallies) }));
}

function rowsOf(period: Period, tallies: readonly PeriodTally[]): readonly object[] {
  return tallies.map((tally) => ({ period, ...tally }));
}

/** The first instant of the last `count` periods, that of `now` included. */
function firstOf(period: Period, count: number, now: Date): Date {
  return new Date(startOf(period, now).getTime() - (count - 1) * LENGTHS_MS[period]);
}

interface Row extends Tally {
  readonly startMs: number;
}

async function readPeriods(
  { $client: sql }: Database,
  period: Period,
  count: number,
  now: Date,
): Promise<PeriodTally[]> {
  const first = firstOf(period, count, now);
  const rows = await sql<Row[]>`
    select extract(epoch from start)::float8 * 1000 as "startMs", requests, refusals, faults,
      to_json(durations) as durations
    from service_traffic where period = ${period} and start >= ${first.toISOString()}::text::timestamptz`;
  const byStart = new Map(rows.map(({ startMs, ...tally }) => [startMs, tally]));
  return Array.from({ length: count }, (_, index) => {
    const start = new Date(first.getTime() + index * LENGTHS_MS[period]);
    return { start, ...(byStart.get(start.getTime()) ?? NOTHING) };
  });
}
