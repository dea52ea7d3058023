import { setTimeout as sleep } from "node:timers/promises";

const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 50;
/** deadlock_detected and serialization_failure (PostgreSQL documentation, appendix A): the server undid all of it. */
const RETRIED_CODES = new Set(["40P01", "40001"]);

/** What `work` gives; it is done again when the server gave it up for another's sake. */
export async function retried<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetried(error)) throw error;
      await sleep(RETRY_DELAY_MS * attempt * Math.random());
    }
  }
}

function isRetried(error: unknown): boolean {
  return error instanceof Error && "code" in error && RETRIED_CODES.has(String(error.code));
}
