/** How fast, and for how long at most, a stream must be read. */
export interface PaceLimits {
  /** Minimum rate of a client, in bytes a second, of the uncompressed stream. */
  readonly bytesASecond: number;
  /** The averaging window: a client that was fast enough may pause for that long. */
  readonly averagedOverMs: number;
  /** From the first byte requested to the last one read. */
  readonly wholeMs: number;
}

/**
 * Enforces a minimum rate on the reader of a stream, and a maximum duration on the stream. Only the time when the
 * client could read counts, not the time we take to produce bytes.
 */
export class ReadingPace {
  readonly #limits: PaceLimits;
  readonly #onTooSlow: (cause: Error) => void;
  readonly #whole: ReturnType<typeof setTimeout>;
  #waiting: { readonly sinceMs: number; readonly timer: ReturnType<typeof setTimeout> } | null = null;
  /** The time the client may still take: spent while we wait for it, earned by what it reads. */
  #allowanceMs: number;

  /** @param onTooSlow called with the cause, at most once; never after `stop`. */
  constructor(limits: PaceLimits, onTooSlow: (cause: Error) => void) {
    this.#limits = limits;
    this.#onTooSlow = onTooSlow;
    this.#allowanceMs = limits.averagedOverMs;
    this.#whole = setTimeout(() => this.#end("a stream lasted too long"), limits.wholeMs);
  }

  /** Starts the client's turn to read. */
  waitForClient(): void {
    const timer = setTimeout(
      () => this.#end("the client of a stream reads too slowly"),
      Math.max(0, this.#allowanceMs),
    );
    this.#waiting = { sinceMs: performance.now(), timer };
  }

  /** Records how many bytes the client has read. */
  clientRead(bytes: number): void {
    if (this.#waiting === null) return;
    clearTimeout(this.#waiting.timer);
    const { bytesASecond, averagedOverMs } = this.#limits;
    const spentMs = performance.now() - this.#waiting.sinceMs;
    const earnedMs = (bytes / bytesASecond) * 1_000;
    this.#allowanceMs = Math.min(averagedOverMs, this.#allowanceMs - spentMs + earnedMs);
    this.#waiting = null;
  }

  stop(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#waiting?.timer);
  }

  #end(reason: string): void {
    this.stop();
    this.#onTooSlow(new Error(reason));
  }
}
