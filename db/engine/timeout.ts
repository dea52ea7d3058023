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
