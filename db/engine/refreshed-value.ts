/** Observes how values refresh, by name, so that the values themselves need no logs nor metrics. */
export interface RefreshObserver {
  began(name: string): void;
  succeeded(name: string): void;
  /** Readers still get the previous value, if any: only the observer learns of the failure. */
  failed(name: string, error: unknown): void;
}

/** No observer. */
export const UNOBSERVED: RefreshObserver = { began() {}, succeeded() {}, failed() {} };

/** Calls for one key at the same time share the first one's outcome. */
export function joined<Value>(): (key: string, work: () => Promise<Value>) => Promise<Value> {
  const underWay = new Map<string, Promise<Value>>();
  return (key, work) => {
    const outcome = underWay.get(key) ?? work().finally(() => underWay.delete(key));
    underWay.set(key, outcome);
    return outcome;
  };
}

interface RefreshOptions {
  /** How long a value is served without being read again. */
  readonly lifetimeMs: number;
  readonly observer: RefreshObserver;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

/**
 * A value of a store, refreshed in the background (stale-while-revalidate, RFC 5861, 3 and 4): after the first read,
 * callers neither wait for it nor fail when the store is away. A stale value is returned while the next one is read,
 * and kept when that fails; the next call retries, at least one lifetime later.
 */
export class RefreshedValue<Value extends object> {
  private held: { readonly value: Value } | null = null;
  private refreshing: Promise<Value> | null = null;
  private attemptedAtMs = Number.NEGATIVE_INFINITY;
  private readonly nowMs: () => number;

  /**
   * @param name identifies the value to the observer.
   * @param read reads the present value; receives the one in memory, and may return it.
   */
  constructor(
    private readonly name: string,
    private readonly read: (held: Value | null) => Promise<Value>,
    private readonly options: RefreshOptions,
  ) {
    this.nowMs = options.nowMs ?? (() => performance.now());
  }

  /**
   * The cached value, refreshed in the background when stale; waits for the first one. @throws what the first read
   * throws.
   */
  async get(): Promise<Value> {
    return this.peek() ?? (await this.refresh());
  }

  /** The cached value, refreshed in the background when stale; null before the first one. */
  peek(): Value | null {
    if (this.held === null) return null;
    if (this.nowMs() - this.attemptedAtMs >= this.options.lifetimeMs) this.refreshBehind();
    return this.held.value;
  }

  /**
   * The cached value if it is recent enough, else one read again; once more when the read under way began too early.
   * @throws what a read throws.
   */
  async recent(isRecent: (value: Value) => boolean): Promise<Value> {
    const held = this.peek();
    if (held !== null && isRecent(held)) return held;
    const read = await this.refresh();
    return isRecent(read) ? read : await this.refresh();
  }

  /** Reads it again whatever its age, or joins the read under way. @throws what that read throws. */
  refresh(): Promise<Value> {
    this.refreshing ??= this.load().finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  /** Refreshes in the background: only the observer learns of a failure. */
  refreshBehind(): void {
    this.refresh().catch(() => {});
  }

  private async load(): Promise<Value> {
    this.attemptedAtMs = this.nowMs();
    this.options.observer.began(this.name);
    try {
      const value = await this.read(this.held?.value ?? null);
      this.held = { value };
      this.options.observer.succeeded(this.name);
      return value;
    } catch (error) {
      this.options.observer.failed(this.name, error);
      throw error;
    }
  }
}
