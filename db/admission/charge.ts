import type { Database } from "../postgres/database.ts";
import { retryUndone } from "../postgres/retry.ts";
import type { Allowance } from "./port.ts";

/** Whether a unit was taken, and the month after it. */
export interface Charged {
  readonly isCharged: boolean;
  readonly monthUsed: number;
}

/**
 * Takes a unit of a key's monthly quota, if there is one, for a request that was counted in the minute before. The
 * row of the month is locked from its reading to its writing, and before that of the day, as in `decide`.
 * @param at instant of the count: it tells the month and the day.
 */
export async function charge(
  database: Database,
  { keyId, monthlyQuota }: Pick<Allowance, "keyId" | "monthlyQuota">,
  at: Date,
): Promise<Charged> {
  const [row] = await retryUndone(
    () => database.$client<Charged[]>`
      with asked as materialized (
        select ${String(keyId)}::text::int as key_id, ${monthlyQuota === null ? null : String(monthlyQuota)}::text::int as monthly_quota,
          (${at.toISOString()}::text::timestamptz at time zone 'UTC')::date as day
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
