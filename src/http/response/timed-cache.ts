import { LRUCache } from "lru-cache";

/**
 * A bounded cache whose entries live for a fixed time. When it is full, what was not asked for the longest leaves.
 * A load that is under way is shared by those who ask for the same key; a failed one is not kept.
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
    // To lru-cache, no lifetime is one without end.
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
