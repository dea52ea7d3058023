import type { Database } from "../postgres/database.ts";
import { jsonRows, retryUndone } from "../postgres/statements.ts";
import type { serviceTraffic } from "../schema/traffic.ts";

/**
 * Upper bounds of the steps that count response times, in milliseconds: five a decade, from 1 ms to 10 s; one more step
 * counts longer ones. Stored rows depend on them: bounds may be added at the end, never changed.
 */
export const STEP_BOUNDS_MS: readonly number[] = [
  1, 1.6, 2.5, 4, 6.3, 10, 16, 25, 40, 63, 100, 160, 250, 400, 630, 1000, 1600, 2500, 4000, 6300, 10_000,
];

export const STEPS = STEP_BOUNDS_MS.length + 1;

/** The step of a time, from 0 to `STEPS - 1`; a bound belongs to the step that it ends. */
export function stepOf(milliseconds: number): number {
  const step = STEP_BOUNDS_MS.findIndex((bound) => milliseconds <= bound);
  return step === -1 ? STEPS - 1 : step;
}

/**
 * The time within which a share of the responses was sent, in milliseconds, or null without any. Responses are assumed
 * to be spread evenly in their step, as in Prometheus' `histogram_quantile`; beyond the last bound it returns that
 * bound.
 * @param counts of responses, one per step.
 * @param share 0 to 1.
 */
export function quantileOf(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = share * total;
  let below = 0;
  for (const [step, count] of counts.entries()) {
    const end = STEP_BOUNDS_MS[step];
    if (end === undefined) break;
    const start = STEP_BOUNDS_MS[step - 1] ?? 0;
    if (count > 0 && below + count >= rank) return start + ((end - start) * (rank - below)) / count;
    below += count;
  }
  return STEP_BOUNDS_MS.at(-1) ?? null;
}

export type Period = (typeof serviceTraffic.$inferSelect)["period"];

/** Counts of the responses in a span of time. */
export interface Tally {
  readonly requests: number;
  /** Responses among them that refuse a key, its plan, its quota or a limit: 401, 402, 403, 429. */
  readonly refusals: number;
  /** Responses among them that are faults of the service: 5xx. */
  readonly faults: number;
  /** Requests by response time, one count per step. */
  readonly durations: readonly number[];
}

/** A tally of a period, by its first instant. */
export interface PeriodTally extends Tally {
  readonly start: Date;
}

const MINUTE_MS = 60_000;

export const LENGTHS_MS: Readonly<Record<Period, number>> = { minute: MINUTE_MS, day: 24 * 60 * MINUTE_MS };

/** The first instant of the period (UTC). */
export function startOf(period: Period, at: Date): Date {
  return new Date(Math.floor(at.getTime() / LENGTHS_MS[period]) * LENGTHS_MS[period]);
}

/** The tally of a time without requests. */
export const NOTHING: Tally = {
  requests: 0,
  refusals: 0,
  faults: 0,
  durations: new Array<number>(STEPS).fill(0),
};

/** The total of several spans. */
export function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce<Tally>(
    (total, tally) => ({
      requests: total.requests + tally.requests,
      refusals: total.refusals + tally.refusals,
      faults: total.faults + tally.faults,
      durations: total.durations.map((count, step) => count + (tally.durations[step] ?? 0)),
    }),
    NOTHING,
  );
}

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

async function readPeriods(
  { $client: sql }: Database,
  period: Period,
  count: number,
  now: Date,
): Promise<PeriodTally[]> {
  const first = firstOf(period, count, now);
  const rows = await sql<PeriodTally[]>`
    select start, requests, refusals, faults, to_json(durations) as durations
    from service_traffic where period = ${period} and start >= ${first.toISOString()}::text::timestamptz`;
  const byStart = new Map(rows.map(({ start, ...tally }) => [start.getTime(), tally]));
  return Array.from({ length: count }, (_, index) => {
    const start = new Date(first.getTime() + index * LENGTHS_MS[period]);
    return { start, ...(byStart.get(start.getTime()) ?? NOTHING) };
  });
}

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

/** Refusals of one kind in a day (UTC), `YYYY-MM-DD`. */
export interface DayRefusals {
  readonly day: string;
  /** Error code. */
  readonly code: string;
  readonly refusals: number;
}

/** Refusals of an account, by its first key. */
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
  return firstOf("day", KEPT.day, now).toISOString().slice(0, 10);
}
