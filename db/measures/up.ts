import { withTimeout } from "../engine/timeout.ts";
import type { Measures } from "./measures.ts";

/** Resolves when the store answers; null when that depends on another store, which does not. */
export type Probe = () => Promise<unknown>;

/** As `/v1/status`: a store that takes longer is of no use to a request. */
const LIMIT_MS = 2_000;
/** Several collectors, or an impatient one, probe no more than one. */
const LIFETIME_MS = 10_000;

interface Judged {
  readonly value: number | null;
  readonly atMs: number;
}

/**
 * Adds `doctrine_up`: 1 for a store that answers within two seconds, 0 for one that does not, absent when it can't be
 * judged. A probe's result is kept ten seconds, and a store that hangs is not asked again meanwhile.
 * @param nowMs a monotonic clock.
 */
export function addUpGauge(
  measures: Measures,
  probes: Readonly<Record<string, Probe>>,
  limitMs = LIMIT_MS,
  nowMs: () => number = () => performance.now(),
): void {
  const judges = Object.entries(probes).map(
    ([store, probe]) => [store, judgeOf(probe, limitMs, nowMs)] as const,
  );
  measures.gauge("doctrine_up", "1 when the store answers.", "store", async () => {
    const values = await Promise.all(judges.map(async ([store, judge]) => [store, await judge()] as const));
    return new Map(values.flatMap(([store, value]) => (value === null ? [] : [[store, value] as const])));
  });
}

function judgeOf(probe: Probe, limitMs: number, nowMs: () => number): () => Promise<number | null> {
  let last: Judged | null = null;
  let asking: Promise<number | null> | null = null;
  const ask = async (): Promise<number | null> => {
    const value = await probe().then(
      (answer) => (answer === null ? null : 1),
      () => 0,
    );
    last = { value, atMs: nowMs() };
    asking = null;
    return value;
  };
  return async () => {
    if (last !== null && asking === null && nowMs() - last.atMs < LIFETIME_MS) return last.value;
    asking ??= ask();
    return await withTimeout(limitMs, asking).catch(() => 0);
  };
}
