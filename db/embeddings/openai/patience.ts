import { setTimeout as sleep } from "node:timers/promises";
import { EngineUnavailable } from "../../engine/unavailable.ts";

/** How long to insist on a call. */
export interface Patience {
  readonly attempts: number;
  /** Wait before the second attempt; it doubles at each one. */
  readonly firstDelayMs: number;
  /** How long one attempt may take. */
  readonly attemptMs: number;
  /** How long all of it may take, waits included. */
  readonly totalMs: number;
}

/** A fault that may pass by itself: the same call is worth another attempt. */
export class PassingFault extends EngineUnavailable {
  /** How long the service asks to wait; 0 when it does not say. */
  readonly retryAfterMs: number;

  constructor(engine: string, message: string, retryAfterMs = 0) {
    super(engine, message);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Attempts a call again as long as its faults may pass and patience lasts; a wait that would outlast it is not
 * begun. Throws the last fault. Waits vary by half at random, so that callers refused together do not come
 * back together.
 */
export async function persist<Answer>(
  patience: Patience,
  attempt: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const { attempts, firstDelayMs, attemptMs, totalMs } = patience;
  const deadline = performance.now() + totalMs;
  for (let number = 1; ; number++) {
    try {
      return await attempt(AbortSignal.timeout(Math.min(attemptMs, deadline - performance.now())));
    } catch (fault) {
      if (!(fault instanceof PassingFault) || number === attempts) throw fault;
      const delayMs = firstDelayMs * 2 ** (number - 1) * (1 + Math.random() / 2);
      const waitMs = Math.max(delayMs, fault.retryAfterMs);
      if (performance.now() + waitMs >= deadline) throw fault;
      await sleep(waitMs);
    }
  }
}
