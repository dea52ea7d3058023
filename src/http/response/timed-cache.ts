import { LRUCache } from "lru-cache";

/**
 * A bounded cache whose entries live for a fixed time; when it is full, the least recently used entry is evicted.
 * Concurrent requests for a key share one load; a failed one is not cached.
 */
export class TimedCache<Key extends NonNullable<unknown>, Value> {
  private readonly loads: LRUCache<Key, Promise<Value>>;

  constructor(
    private readonly lifetimeMs: number,
    maxEntries: number,
    nowMs: () => number = () => performance.now(),
    private readonly onLookup: (isHit: boolean) => void = () => {},
  ) {
    this.loads = new LRUCache({ max: maxEntries, ttl: lifetimeMs, ttlResolution: 0, perf: { now: nowMs } });
  }

  async get(key: Key, load: () => Promise<Value>): Promise<Value> {
    // lru-cache takes a lifetime of 0 as endless.
    const kept = this.lifetimeMs > 0 ? this.loads.get(key) : undefined;
    this.onLookup(kept !== undefined);
    if (kept !== undefined) return kept;
    const value = load();
    this.loads.set(key, value);
    value.catch(() => {
      if (this.loads.peek(key) === value) this.loads.delete(key);
    });
    return value;
  }

  forget(key: Key): void {
    this.loads.delete(key);
  }
}

/**
 * Shares the outcome of a load among all callers within `lifetimeMs`: for expensive reads that anyone may request
 * without a key.
 */
export function shared<Value>(lifetimeMs: number, load: () => Promise<Value>): () => Promise<Value> {
  const cache = new TimedCache<"only", Value>(lifetimeMs, 1);
  return () => cache.get("only", load);
}
