import type { Database } from "../postgres/database.ts";

/** Charged answers of the account of a key in the current month (UTC). */
interface Usage {
  readonly visible_start: string;
  readonly name: string;
  readonly plan: string;
  /** `YYYY-MM`. */
  readonly mois: string;
  readonly utilise: number;
  /** Charged answers that the key, or else its plan, allows in the month; null for no quota. */
  readonly quota: number | null;
  /** Days with at least one charged answer, oldest first. */
  readonly par_jour: readonly DayUsage[];
}

export interface DayUsage {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly utilise: number;
}

/** Charged answers of the account of a key on each of the last `days` days (UTC), today included, oldest first. */
export async function readDailyUsage(
  { $client: sql }: Database,
  visibleStart: string,
  days: number,
  now: Date | null = null,
): Promise<DayUsage[]> {
  return await sql<DayUsage[]>`
    with clock as (
      select (coalesce(${now}::timestamptz, now()) at time zone 'UTC')::date as today
    ), span as (
      select today - back as day from clock, generate_series(0, ${days}::int - 1) as back
    )
    select to_char(span.day, 'YYYY-MM-DD') as date, coalesce(usage_days.used, 0) as utilise
    from span
      left join api_keys as key on key.visible_start = ${visibleStart}
      left join usage_days on usage_days.key_id = coalesce(key.account_id, key.id) and usage_days.day = span.day
    order by span.day`;
}

/**
 * Usage of the account of the key in the month of `now`, all read at one instant.
 * @param now the database's clock by default.
 * @returns null when no key has this visible start.
 */
export async function readUsage(
  { $client: sql }: Database,
  visibleStart: string,
  now: Date | null = null,
): Promise<Usage | null> {
  const [usage] = await sql<Usage[]>`
    with clock as (
      select date_trunc('month', coalesce(${now}::timestamptz, now()) at time zone 'UTC')::date
        as month
    )
    select key.visible_start, key.name, key.plan,
      to_char(clock.month, 'YYYY-MM') as mois,
      coalesce(
        (select used from usage_months where key_id = coalesce(key.account_id, key.id) and month = clock.month), 0) as utilise,
      coalesce(key.monthly_quota, plan.monthly_quota) as quota,
      coalesce(
        (select jsonb_agg(jsonb_build_object('date', day, 'utilise', used) order by day) from usage_days
          where key_id = coalesce(key.account_id, key.id) and used > 0 and day >= clock.month and day < clock.month + interval '1 month'),
        '[]') as par_jour
    from clock, api_keys as key join plans as plan on plan.code = key.plan
    where key.visible_start = ${visibleStart}`;
  return usage ?? null;
}

/** Charged answers of a key in a month, and those that it, or else its plan, allows; null for no quota. */
export type MonthUsage = Pick<Usage, "utilise" | "quota">;

/**
 * Usage of every key in the month of `now` (UTC), by visible start.
 * @param now the database's clock by default.
 */
export async function readMonthUsages(
  { $client: sql }: Database,
  now: Date | null = null,
): Promise<ReadonlyMap<string, MonthUsage>> {
  const rows = await sql<(MonthUsage & { visible_start: string })[]>`
    select key.visible_start, coalesce(usage.used, 0) as utilise,
      coalesce(key.monthly_quota, plan.monthly_quota) as quota
    from api_keys as key
      join plans as plan on plan.code = key.plan
      left join usage_months as usage on usage.key_id = coalesce(key.account_id, key.id) and usage.month =
        date_trunc('month', coalesce(${now}::timestamptz, now()) at time zone 'UTC')::date`;
  return new Map(rows.map(({ visible_start: start, utilise, quota }) => [start, { utilise, quota }]));
}
