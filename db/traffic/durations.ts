/**
 * Upper bounds of the steps in which times of answers are counted, in milliseconds: five a decade, from 1 ms to 10 s;
 * one more step holds what is longer. Rows of the store count by them: they may be added at the end, never changed.
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
 * The time within which a share of the answers left, in milliseconds, or null when there was none. Answers are taken
 * for spread evenly in their step, as Prometheus' `histogram_quantile` does; beyond the last bound it gives that bound.
 * @param counts of answers, one a step.
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
