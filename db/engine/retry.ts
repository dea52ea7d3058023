import { setTimeout as sleep } from "node:timers/promises";

/** How long to insist on work whose faults may pass by themselves. */
export interface Patience {
  /** Attempts in a row that bring nothing. */
  readonly attempts: number;
  /** Wait before the second attempt; it doubles at each one. */
  readonly firstDelayMs: number;
  /** No wait is longer, even one that a server asks for; none by default. */
  readonly maxDelayMs?: number;
  /** How long all of it may take, waits included; no limit by default. */
  readonly totalMs?: number;
}

export interface RetryOptions {
  /** Whether the same work is worth another attempt after this fault. */
  readonly isTransient: (fault: unknown) => boolean;
  /** How long a server asked to wait; 0 when it does not say. */
  readonly waitAskedMs?: (fault: unknown) => number;
  /** Whether the attempt that just failed went further than those before: they are counted anew. */
  readonly hasAdvanced?: () => boolean;
  /** Ends a wait. */
  readonly signal?: AbortSignal;
}

/**
 * What `work` gives, attempted again as long as its faults may pass and patience lasts; a wait that would outlast it
 * is not begun. Waits vary by half at random, so that callers refused together do not come back together.
 * @param work told how many milliseconds are left for it.
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

/** How long an answer asks to wait, in milliseconds: seconds or a date (RFC 9110, 10.2.3); 0 when it does not say. */
export function readRetryAfter(headers: Headers, now: number): number {
  const value = headers.get("retry-after");
  if (value === null) return 0;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(waitMs) ? 0 : Math.max(waitMs, 0);
}
