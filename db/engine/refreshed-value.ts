/** Told how the refreshing of values goes, each by its name: whoever holds a value knows nothing of logs and measures. */
export interface RefreshObserver {
  began(name: string): void;
  succeeded(name: string): void;
  /** The readers have the value of before, if there is one: nobody else hears of this. */
  failed(name: string, error: unknown): void;
}

/** Nobody is told. */
export const UNOBSERVED: RefreshObserver = { began() {}, succeeded() {}, failed() {} };

export interface RefreshOptions {
  /** How long a value is given without being read again. */
  readonly lifetimeMs: number;
  readonly observer: RefreshObserver;
  /** A clock that only goes forward. */
  readonly nowMs?: () => number;
}

/**
 * A value of a store, refreshed behind its readers (stale-while-revalidate, RFC 5861, 3 and 4): once it was read, nobody
 * waits for it again nor suffers from a store that is away. An old value is given while the next one is read, and stays
 * when that fails; the next asking tries again, one lifetime later at the soonest.
 */
export class RefreshedValue<Value extends object> {
  private held: { readonly value: Value } | null = null;
  private refreshing: Promise<Value> | null = null;
  private attemptedAtMs = Number.NEGATIVE_INFINITY;
  private readonly nowMs: () => number;

  /**
   * @param name among the values that the observer is told of.
   * @param read gives the value as it now is; it is given the one held, which it may give back.
   */
  constructor(
    private readonly name: string,
    private readonly read: (held: Value | null) => Promise<Value>,
    private readonly options: RefreshOptions,
  ) {
    this.nowMs = options.nowMs ?? (() => performance.now());
  }

  /** The value held, refreshed behind when it is old; read first when there is none. @throws what that reading does. */
  async get(): Promise<Value> {
    return this.peek() ?? (await this.refresh());
  }

  /** The value held, refreshed behind when it is old; null before the first one. */
  peek(): Value | null {
    if (this.held === null) return null;
    if (this.nowMs() - this.attemptedAtMs >= this.options.lifetimeMs) this.refreshBehind();
    return this.held.value;
  }

  /** Reads it anew whatever its age, or waits for the reading under way. @throws what that reading does. */
  refresh(): Promise<Value> {
    this.refreshing ??= this.load().finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  /** Likewise, without waiting: the observer alone hears of a failure. */
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
