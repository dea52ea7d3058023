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
