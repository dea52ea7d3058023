import { TimedCache } from "./timed-cache.ts";

/**
 * A load whose outcome serves all who ask within `lifetimeMs`: for what costs the stores something and that anyone
 * may ask without a key.
 */
export function shared<Value>(lifetimeMs: number, load: () => Promise<Value>): () => Promise<Value> {
  const cache = new TimedCache<"only", Value>(lifetimeMs, 1);
  return () => cache.get("only", load);
}
