import type { Charged } from "./charge.ts";
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
