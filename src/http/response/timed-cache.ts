/**
 * A bounded cache whose entries live for a fixed time. When it is full, what was not asked for the longest leaves.
 * A load that is under way is shared by those who ask for the same key; a failed one is not kept.
 */
export class TimedCache<Key, Value> {
  private readonly entries = new Map<Key, Entry<Value>>();

  constructor(
    private readonly lifetimeMs: number,
    private readonly maxEntries: number,
    private readonly nowMs: () => number = () => performance.now(),
    private readonly onLookup: (isHit: boolean) => void = () => {},
  ) {}

  async get(key: Key, load: () => Promise<Value>): Promise<Value> {
    const kept = this.entries.get(key);
    const isHit = kept !== undefined && kept.expiresAt > this.nowMs();
    this.onLookup(isHit);
    if (isHit) {
      this.keep(key, kept);
      return kept.value;
    }
    const value = load();
    this.keep(key, { value, expiresAt: this.nowMs() + this.lifetimeMs });
    value.catch(() => this.forget(key, value));
    return value;
  }

  /** Puts the entry last: a map keeps the order of insertions. */
  private keep(key: Key, entry: Entry<Value>): void {
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size <= this.maxEntries) return;
    for (const oldest of this.entries.keys()) {
      this.entries.delete(oldest);
      break;
    }
  }

  private forget(key: Key, value: Promise<Value>): void {
    if (this.entries.get(key)?.value === value) this.entries.delete(key);
  }
}

interface Entry<Value> {
  readonly value: Promise<Value>;
  readonly expiresAt: number;
}
