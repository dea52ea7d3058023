import type { serviceTraffic } from "../schema/traffic.ts";
import { STEPS } from "./durations.ts";

export type Period = (typeof serviceTraffic.$inferSelect)["period"];

/** Counts of the responses in a span of time. */
export interface Tally {
  readonly requests: number;
  /** Responses among them that refuse a key, its plan, its quota or a limit: 401, 402, 403, 429. */
  readonly refusals: number;
  /** Responses among them that are faults of the service: 5xx. */
  readonly faults: number;
  /** Requests by response time, one count per step (`durations.ts`). */
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
