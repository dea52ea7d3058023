import type { Database } from "../postgres/database.ts";
import { retryUndone } from "../postgres/retry-undone.ts";
import type { Allowance } from "./port.ts";

/** Whether a unit was charged, and the month's usage after it. */
export interface Charged {
  readonly isCharged: boolean;
  readonly monthUsed: number;
}

/**
 * Charges one unit of a key's monthly quota, if any is left, for a request that its minute limit has already counted.
 * As in `decide`, the month's row is locked from read to write, and before the day's, and the write is not waited for.
 * @param at when the request was counted: decides the month and the day.
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
