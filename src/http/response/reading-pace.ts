/** How fast and for how long at most a stream must be read. */
export interface PaceLimits {
  /** Least rate of a client, in bytes a second, of the stream before its compression. */
  readonly bytesASecond: number;
  /** Over how long it is averaged: a client may pause for so long, once it was fast enough. */
  readonly averagedOverMs: number;
  /** From the first byte asked for to the last one taken. */
  readonly wholeMs: number;
}

/**
 * Holds the reader of a stream to a least rate, and the stream to a whole duration. Only the time in which the client
 * could read counts: what we take to produce bytes is not its fault.
 */
export class ReadingPace {
  readonly #limits: PaceLimits;
  readonly #onTooSlow: (cause: Error) => void;
  readonly #whole: ReturnType<typeof setTimeout>;
  #waiting: { readonly sinceMs: number; readonly timer: ReturnType<typeof setTimeout> } | null = null;
  /** What the client may still take: spent while it is waited for, earned by what it reads. */
  #allowanceMs: number;

  /** @param onTooSlow told why, at most once; nothing is told after `stop`. */
  constructor(limits: PaceLimits, onTooSlow: (cause: Error) => void) {
    this.#limits = limits;
    this.#onTooSlow = onTooSlow;
    this.#allowanceMs = limits.averagedOverMs;
    this.#whole = setTimeout(() => this.#end("a stream lasted too long"), limits.wholeMs);
  }

  /** From now on it is the client's turn to read. */
  waitForClient(): void {
    const timer = setTimeout(
      () => this.#end("the client of a stream reads too slowly"),
      Math.max(0, this.#allowanceMs),
    );
    this.#waiting = { sinceMs: performance.now(), timer };
  }

  /** The client read what it was sent: that was so many bytes. */
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
