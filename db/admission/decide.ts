import { type Coverage, NO_COVERAGE } from "../../bofip/sources/coverage.ts";
import type { Database } from "../postgres/database.ts";
import { retryUndone } from "../postgres/statements.ts";
import type { CorpusState } from "../queries/corpus.ts";
import type { LawState } from "../schema/ingestion.ts";
import type { Admission, Allowance } from "./port.ts";

/** Requests of one key, decided together. */
export interface Asked extends Allowance {
  readonly requests: number;
  /** How many of them cost a unit of the quota. */
  readonly chargeable: number;
}

/** What the limits grant to the requests of one key, with its counters afterwards. */
export interface Granted {
  readonly keyId: number;
  /** How many of the requests fit in the minute limit. */
  readonly counted: number;
  /** How many of those are charged to the month. */
  readonly charged: number;
  readonly minuteUsed: number;
  readonly monthUsed: number;
}

export interface Decision {
  /** The store's clock, unless the statement was given an instant. */
  readonly at: Date;
  /** Read when the statement began: anything read later is at least as recent. */
  readonly corpus: CorpusState;
  /** One per key. */
  readonly granted: readonly Granted[];
}

/**
 * Counts requests in the sliding minutes of their keys and charges their monthly quotas, in one statement. Each key's
 * row is locked from read to write, so two processes never charge the same unit. Rows are locked in the order of keys,
 * so statements cannot deadlock.
 *
 * The minute is two cells of one clock minute (UTC): current + previous × the share of the previous minute that the
 * window still covers. A request over the minute limit is neither counted nor charged; one over the quota is counted.
 * @param asked at most one entry per key.
 * @param now the instant to decide at; the database's clock by default.
 */
export async function decide(
  database: Database,
  asked: readonly Asked[],
  now: Date | null = null,
): Promise<Decision> {
  const rows = await retryUndone(() => execute(database, asked, now));
  const [first] = rows;
  if (first === undefined) throw new Error("admission: no row");
  const { atMs, revision, coverage, surveyedMs, law } = first;
  const surveyedAt = surveyedMs === null ? null : new Date(surveyedMs);
  const corpus = { revision: revision ?? 0, coverage: coverage ?? NO_COVERAGE, surveyedAt, law };
  return { at: new Date(atMs), corpus, granted: rows };
}

interface DecisionRow extends Granted {
  readonly atMs: number;
  /** Null, like the next three fields, without a corpus. */
  readonly revision: number | null;
  readonly coverage: Coverage | null;
  readonly surveyedMs: number | null;
  readonly law: LawState | null;
}

/**
 * Rows are sent as one JSON text, so that one prepared statement serves any number of keys. Not as arrays: the planner
 * reads their lengths, expects the plan made for these values to be cheaper than the general one, and plans the
 * statement anew each time, which takes longer than executing it.
 *
 * `granted` is stored only to be returned: before PostgreSQL 18 an update can't return the values that it replaced.
 *
 * `synchronous_commit` is set for this transaction alone: the answer does not wait for the disk. A crash of the server
 * forgets what it had not written yet, three `wal_writer_delay` at most (600 ms by default): units that were used and
 * can be used again. Nothing is damaged. Statements about keys still wait.
 */
async function execute(
  { $client: sql }: Database,
  asked: readonly Asked[],
  now: Date | null,
): Promise<readonly DecisionRow[]> {
  const rows = JSON.stringify(
    asked.map(({ keyId, minuteLimit, monthlyQuota, requests, chargeable }) => ({
      key_id: keyId,
      minute_limit: minuteLimit,
      monthly_quota: monthlyQuota,
      requests,
      chargeable,
    })),
  );
  return sql<DecisionRow[]>`
    with clock as materialized (
      select at, date_trunc('minute', at, 'UTC') as minute, (at at time zone 'UTC')::date as day,
        date_trunc('month', at at time zone 'UTC')::date as month,
        60 - extract(second from at) as seconds_left, set_config('synchronous_commit', 'off', true)
      from (select coalesce(${now?.toISOString() ?? null}::text::timestamptz, now()) as at) as instant
    ), asked as materialized (
      select * from clock, json_to_recordset(${rows}::text::json) as entry (
        key_id int, minute_limit int, monthly_quota int, requests int, chargeable int)
    ), counted as (
      insert into key_windows as kept (key_id, minute, current, previous, granted)
      select key_id, minute, least(requests, minute_limit), 0, least(requests, minute_limit)
      from asked order by key_id
      on conflict (key_id) do update set (minute, current, previous, granted) = (
        select greatest(kept.minute, asked.minute), cells.current + allowed, cells.previous, allowed
        from asked, lateral (select
            case when kept.minute >= asked.minute then kept.current else 0 end as current,
            case when kept.minute >= asked.minute then kept.previous
              when kept.minute = asked.minute - interval '1 minute' then kept.current else 0 end as previous
          ) as cells, lateral (select
            greatest(0, least(requests, floor(minute_limit - cells.current - cells.previous * seconds_left / 60)))::int as allowed
          ) as room
        where asked.key_id = kept.key_id)
      returning key_id, current, previous, granted
    ), charged as (
      insert into usage_months as kept (key_id, month, used, granted)
      select key_id, month, affordable, affordable
      from asked join counted using (key_id),
        lateral (select least(granted, chargeable, monthly_quota) as affordable) as first_of_month
      order by key_id
      on conflict (key_id, month) do update set (used, granted) = (
        select kept.used + allowed, allowed
        from asked,
          lateral (select greatest(0, least(excluded.granted, monthly_quota - kept.used)) as allowed) as room
        where asked.key_id = kept.key_id)
      returning key_id, used, granted
    ), dated as (
      insert into usage_days as kept (key_id, day, used)
      select key_id, day, granted from charged, clock where granted > 0 order by key_id
      on conflict (key_id, day) do update set used = kept.used + excluded.used
    )
    select key_id as "keyId", counted.granted as counted, charged.granted as charged,
      (counted.current + counted.previous * seconds_left / 60)::float8 as "minuteUsed", charged.used as "monthUsed",
      extract(epoch from at)::float8 * 1000 as "atMs", corpus.revision, corpus.coverage,
      extract(epoch from corpus.surveyed_at)::float8 * 1000 as "surveyedMs", corpus.law
    from counted join charged using (key_id) cross join clock left join corpus on true`;
}

/** A request waiting for its decision. */
export interface Candidate {
  readonly allowance: Allowance;
  /** Whether its response costs a unit of the quota. */
  readonly isChargeable: boolean;
}

/** Candidates by key, chargeable ones first: the month charges the first of those within the minute limit. */
export function groupByKey<Waiting extends Candidate>(
  candidates: readonly Waiting[],
): ReadonlyMap<number, readonly Waiting[]> {
  const chargeableFirst = candidates.toSorted(
    (left, right) => Number(right.isChargeable) - Number(left.isChargeable),
  );
  return Map.groupBy(chargeableFirst, ({ allowance }) => allowance.keyId);
}

/** The combined request of one key's candidates. */
export function askedBy(group: readonly Candidate[]): Asked {
  const [first] = group;
  if (first === undefined) throw new Error("admission: empty group");
  const chargeable = group.filter(({ isChargeable }) => isChargeable).length;
  return { ...first.allowance, requests: group.length, chargeable };
}

/** The decision on the candidate of this rank (from 0) in its group, with the counters as they were after it. */
export function shareOf(
  asked: Asked,
  granted: Granted,
  { at, corpus }: Omit<Decision, "granted">,
  rank: number,
): Admission {
  const { minuteLimit, monthlyQuota, chargeable } = asked;
  const isCharged = rank < granted.charged;
  const isCounted = rank < granted.counted;
  const minuteUsed = granted.minuteUsed - granted.counted + rank + 1;
  const monthUsed = granted.monthUsed - granted.charged + Math.min(rank + 1, granted.charged);
  const isOverQuota = rank < chargeable && !isCharged;
  return {
    outcome: isCounted ? (isOverQuota ? "quota_exceeded" : "accepted") : "rate_limited",
    isCharged,
    at,
    corpus,
    minuteLimit,
    minuteRemaining: isCounted ? Math.max(0, Math.floor(minuteLimit - minuteUsed)) : 0,
    monthlyQuota,
    monthUsed,
    monthRemaining: monthlyQuota === null ? null : Math.max(0, monthlyQuota - monthUsed),
  };
}

/** The decision on a counted request, once a unit was charged or refused for it. */
export function chargedShare(counted: Admission, { isCharged, monthUsed }: Charged): Admission {
  const { monthlyQuota } = counted;
  return {
    ...counted,
    outcome: isCharged ? "accepted" : "quota_exceeded",
    isCharged,
    monthUsed,
    monthRemaining: monthlyQuota === null ? null : Math.max(0, monthlyQuota - monthUsed),
  };
}

/** Whether a unit was charged, and the month's usage after it. */
interface Charged {
  readonly isCharged: boolean;
  readonly monthUsed: number;
}

/**
 * Charges one unit of a key's monthly quota, if any is left, for a request that its minute limit has already counted.
 * As in `decide`, the month's row is locked from read to write, and before the day's, and the write is not waited for.
 * @param at when the request was counted: decides the month and the day.
 */
export async function charge(
  { $client: sql }: Database,
  { keyId, monthlyQuota }: Pick<Allowance, "keyId" | "monthlyQuota">,
  at: Date,
): Promise<Charged> {
  const [row] = await retryUndone(
    () => sql<Charged[]>`
      with asked as materialized (
        select ${String(keyId)}::text::int as key_id, ${monthlyQuota === null ? null : String(monthlyQuota)}::text::int as monthly_quota,
          (${at.toISOString()}::text::timestamptz at time zone 'UTC')::date as day,
          set_config('synchronous_commit', 'off', true)
      ), charged as (
        insert into usage_months as kept (key_id, month, used, granted)
        select key_id, date_trunc('month', day)::date, least(1, monthly_quota), least(1, monthly_quota) from asked
        on conflict (key_id, month) do update set (used, granted) = (
          select kept.used + allowed, allowed
          from asked, lateral (select greatest(0, least(1, monthly_quota - kept.used)) as allowed) as room)
        returning key_id, used, granted
      ), dated as (
        insert into usage_days as kept (key_id, day, used)
        select key_id, day, granted from charged join asked using (key_id) where granted > 0
        on conflict (key_id, day) do update set used = kept.used + excluded.used
      )
      select granted = 1 as "isCharged", used as "monthUsed" from charged`,
  );
  if (row === undefined) throw new Error("admission: no row");
  return row;
}
