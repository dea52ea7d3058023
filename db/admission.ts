import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";

/** What a key may use; null quota = none. */
export interface Allowance {
  readonly keyId: number;
  readonly minuteLimit: number;
  readonly monthlyQuota: number | null;
}

/** The decision on one request, with the counters after it. */
export interface Admission {
  readonly outcome: "accepted" | "rate_limited" | "quota_exceeded";
  /** Whether a unit of the monthly quota was taken. */
  readonly isCharged: boolean;
  /** Instant of the decision, by the store's clock. */
  readonly at: Date;
  readonly minuteLimit: number;
  readonly minuteRemaining: number;
  readonly monthlyQuota: number | null;
  /** Null without quota. */
  readonly monthRemaining: number | null;
}

/**
 * Counts a request in the sliding minute of its key and, when `isChargeable`, takes a unit of its monthly
 * quota, in one statement: concurrent processes can't both take the last unit. The minute is two cells of one
 * clock minute (UTC): current + previous × the share of the previous minute that the window still covers.
 * A request over the minute limit is neither counted nor charged; one over the quota is counted.
 * @param now the instant to judge by; the database's clock by default.
 */
export async function admitRequest(
  database: Database,
  allowance: Allowance,
  isChargeable: boolean,
  now: Date | null = null,
): Promise<Admission> {
  const { keyId, minuteLimit, monthlyQuota } = allowance;
  const [row] = await database.execute<CounterRow>(sql`
    with clock as (
      select at, date_trunc('minute', at, 'UTC') as minute, (at at time zone 'UTC')::date as day,
        date_trunc('month', at at time zone 'UTC')::date as month,
        (60 - extract(second from at))::float8 / 60 as overlap
      from (select coalesce(${now?.toISOString() ?? null}::timestamptz, now()) as at) as instant
    ), counted as (
      insert into key_windows as kept (key_id, minute, current, previous)
      select ${keyId}::int, minute, 1, 0 from clock where ${minuteLimit}::int > 0
      on conflict (key_id) do update set
        minute = greatest(kept.minute, excluded.minute),
        current = case when kept.minute >= excluded.minute then kept.current else 0 end + 1,
        previous = case
          when kept.minute >= excluded.minute then kept.previous
          when kept.minute = excluded.minute - interval '1 minute' then kept.current
          else 0 end
      where case
        when kept.minute >= excluded.minute then kept.current + kept.previous * (select overlap from clock)
        when kept.minute = excluded.minute - interval '1 minute' then kept.current * (select overlap from clock)
        else 0 end + 1 <= ${minuteLimit}::int
      returning current, previous
    ), charged as (
      insert into usage_months as kept (key_id, month, used)
      select ${keyId}::int, month, 1 from clock, counted
      where ${isChargeable}::bool and coalesce(${monthlyQuota}::int, 1) > 0
      on conflict (key_id, month) do update set used = kept.used + 1
      where ${monthlyQuota}::int is null or kept.used < ${monthlyQuota}::int
      returning used
    ), dated as (
      insert into usage_days as kept (key_id, day, used)
      select ${keyId}::int, day, 1 from clock, charged
      on conflict (key_id, day) do update set used = kept.used + 1
    )
    select clock.at::text as at,
      exists (select from counted) as is_counted,
      exists (select from charged) as is_charged,
      coalesce((select current + previous * overlap from counted), 0)::float8 as minute_used,
      coalesce(
        (select used from charged),
        (select used from usage_months where key_id = ${keyId}::int and month = clock.month), 0)::int as month_used
    from clock`);
  if (row === undefined) throw new Error("admission: no row");
  return {
    outcome: outcomeOf(row, isChargeable),
    isCharged: row.is_charged,
    at: new Date(row.at),
    minuteLimit,
    minuteRemaining: row.is_counted ? Math.max(0, Math.floor(minuteLimit - row.minute_used)) : 0,
    monthlyQuota,
    monthRemaining: monthlyQuota === null ? null : Math.max(0, monthlyQuota - row.month_used),
  };
}

/** Gives back the unit that an admission charged: for answers that the contract does not charge (304, 5xx). */
export async function refundRequest(database: Database, keyId: number, admittedAt: Date): Promise<void> {
  const at = admittedAt.toISOString();
  await database.execute(sql`
    with refunded as (
      update usage_months set used = used - 1
      where key_id = ${keyId} and month = date_trunc('month', ${at}::timestamptz at time zone 'UTC')::date and used > 0
      returning key_id
    )
    update usage_days set used = used - 1
    where key_id in (select key_id from refunded) and day = (${at}::timestamptz at time zone 'UTC')::date and used > 0`);
}

interface CounterRow extends Record<string, unknown> {
  readonly at: string;
  readonly is_counted: boolean;
  readonly is_charged: boolean;
  readonly minute_used: number;
  readonly month_used: number;
}

function outcomeOf(row: CounterRow, isChargeable: boolean): Admission["outcome"] {
  if (!row.is_counted) return "rate_limited";
  return isChargeable && !row.is_charged ? "quota_exceeded" : "accepted";
}
