import type { Database } from "../postgres/database.ts";
import { retryUndone } from "../postgres/statements.ts";
import type { Asked, Decision, Granted } from "./decide.ts";
import type { Admission, Allowance } from "./port.ts";

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
