import { setTimeout as sleep } from "node:timers/promises";

/** How long to retry work whose faults may be temporary. */
export interface Patience {
  /** Consecutive attempts without progress. */
  readonly attempts: number;
  /** Wait before the second attempt; it doubles each time. */
  readonly firstDelayMs: number;
  /** Upper bound of a wait, even one asked for by a server; none by default. */
  readonly maxDelayMs?: number;
  /** Upper bound of the total time, waits included; none by default. */
  readonly totalMs?: number;
}

export interface RetryOptions {
  /** Whether the same work is worth another attempt after this fault. */
  readonly isTransient: (fault: unknown) => boolean;
  /** How long a server asked to wait; 0 when it gave no delay. */
  readonly waitAskedMs?: (fault: unknown) => number;
  /** Whether the failed attempt made progress: the count of attempts then restarts. */
  readonly hasAdvanced?: () => boolean;
  /** Ends a wait. */
  readonly signal?: AbortSignal;
}

/**
 * Returns what `work` returns, retried while its faults are transient and patience lasts; a wait that would exceed
 * `totalMs` is not started. Waits vary at random by half, so that callers refused together do not return together.
 * @param work receives how many milliseconds it has left.
 * @throws the last fault
 */
export async function retry<Value>(
  work: (remainingMs: number) => Promise<Value>,
  { attempts, firstDelayMs, maxDelayMs = Number.POSITIVE_INFINITY, totalMs }: Patience,
  { isTransient, waitAskedMs = () => 0, hasAdvanced = () => false, signal }: RetryOptions,
): Promise<Value> {
  const deadline = totalMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + totalMs;
  for (let failed = 0; ; ) {
    try {
      return await work(deadline - performance.now());
    } catch (fault) {
      failed = hasAdvanced() ? 0 : failed + 1;
      if (!isTransient(fault) || failed >= attempts) throw fault;
      const backoffMs = firstDelayMs * 2 ** Math.max(0, failed - 1) * (0.5 + Math.random() / 2);
      const waitMs = Math.min(Math.max(backoffMs, waitAskedMs(fault)), maxDelayMs);
      if (performance.now() + waitMs >= deadline) throw fault;
      await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
    }
  }
}

/** How long a response asks to wait, in milliseconds: seconds or a date (RFC 9110, 10.2.3); 0 without a delay. */
export function readRetryAfter(headers: Headers, now: number): number {
  const value = headers.get("retry-after");
  if (value === null) return 0;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(waitMs) ? 0 : Math.max(waitMs, 0);
}

/** The work did not end in its time; it may still end, unobserved. */
export class TimeLimitPassed extends Error {
  override readonly name = "TimeLimitPassed";

  constructor(readonly limitMs: number) {
    super(`no end after ${limitMs} ms`);
  }
}

/**
 * Returns what `work` returns within `limitMs`.
 * @throws {TimeLimitPassed}
 */
export async function withTimeout<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  const { promise: expiry, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeLimitPassed(limitMs)), limitMs);
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
