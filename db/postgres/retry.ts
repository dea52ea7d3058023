import { type Patience, retry } from "../engine/retry.ts";

const PATIENCE: Patience = { attempts: 5, firstDelayMs: 25 };
/** deadlock_detected and serialization_failure (PostgreSQL documentation, appendix A): the server undid all of it. */
const RETRIED_CODES = new Set(["40P01", "40001"]);

/** What `work` gives; it is done again when the server gave it up for another's sake. */
export async function retryUndone<Value>(work: () => Promise<Value>): Promise<Value> {
  return await retry(work, PATIENCE, { isTransient: isUndone });
}

function isUndone(error: unknown): boolean {
  return error instanceof Error && "code" in error && RETRIED_CODES.has(String(error.code));
}
