/**
 * The most requests let through in any 60 s beyond the limit.
 * @param acceptedAtMs instants of the requests let through, in any order.
 */
export function worstExcess(acceptedAtMs: readonly number[], limit: number): number {
  const sorted = acceptedAtMs.toSorted((left, right) => left - right);
  let first = 0;
  let most = 0;
  for (const [last, at] of sorted.entries()) {
    while ((sorted[first] ?? at) <= at - WINDOW_MS) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return Math.max(0, most - limit);
}

const WINDOW_MS = 60_000;
