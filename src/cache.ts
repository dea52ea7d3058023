/**
 * A bounded cache whose entries live for a fixed time. When it is full the oldest entry leaves. A load that is
 * under way is shared by those who ask for the same key; a failed one is not kept.
 */
export class TimedCache<Key, Value> {
  private readonly entries = new Map<Key, { readonly value: Promise<Value>; readonly expiresAt: number }>();

  constructor(
    private readonly lifetimeMs: number,
    private readonly maxEntries: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  async get(key: Key, load: () => Promise<Value>): Promise<Value> {
    const kept = this.entries.get(key);
    if (kept !== undefined && kept.expiresAt > this.nowMs()) return kept.value;
    const value = load();
    this.keep(key, value);
    value.catch(() => this.forget(key, value));
    return value;
  }

  private keep(key: Key, value: Promise<Value>): void {
    this.entries.delete(key);
    this.entries.set(key, { value, expiresAt: this.nowMs() + this.lifetimeMs });
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
