import { TimedCache } from "./timed-cache.ts";

/**
 * Shares the outcome of a load among all callers within `lifetimeMs`: for expensive reads that anyone may request
 * without a key.
 */
export function shared<Value>(lifetimeMs: number, load: () => Promise<Value>): () => Promise<Value> {
  const cache = new TimedCache<"only", Value>(lifetimeMs, 1);
  return () => cache.get("only", load);
}
