import { type Patience, retry } from "../engine/retry.ts";

const PATIENCE: Patience = { attempts: 5, firstDelayMs: 25 };
/**
 * deadlock_detected and serialization_failure (PostgreSQL documentation, appendix A): the server has rolled all of it
 * back.
 */
const RETRIED_CODES = new Set(["40P01", "40001"]);

/** Returns what `work` returns, retried when the server rolled it back in favour of another transaction. */
export async function retryUndone<Value>(work: () => Promise<Value>): Promise<Value> {
  return await retry(work, PATIENCE, { isTransient: isUndone });
}

function isUndone(error: unknown): boolean {
  return error instanceof Error && "code" in error && RETRIED_CODES.has(String(error.code));
}
