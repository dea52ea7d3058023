/** Where the lines go: a logger of the process. */
export interface OutageLogger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

interface Outage {
  readonly sinceMs: number;
  failures: number;
  /** How many of them were told of. */
  told: number;
}

const MILLISECONDS = 1_000;

/**
 * Faults that last, as when a store is away: the first one is told with its stack, the next ones are counted, and one
 * line tells when it is over.
 */
export class OutageLog {
  private readonly outages = new Map<string, Outage>();

  /**
   * @param words of the messages: what begins, goes on and ends.
   * @param nowMs a clock that only goes forward.
   */
  constructor(
    private readonly log: OutageLogger,
    private readonly words: { readonly began: string; readonly goesOn: string; readonly over: string },
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** A fault of what bears that name; `fields` go with the line of the first one, at that level. */
  failed(
    name: string,
    error: unknown,
    { level = "error", fields = {} }: { readonly level?: "error" | "warn"; readonly fields?: object } = {},
  ): void {
    const known = this.outages.get(name);
    if (known !== undefined) {
      known.failures += 1;
      return;
    }
    this.outages.set(name, { sinceMs: this.nowMs(), failures: 1, told: 1 });
    this.log[level]({ ...fields, outage: name, err: error }, this.words.began);
  }

  /** It works: the outage, if there was one, is over. */
  worked(name: string): void {
    const outage = this.outages.get(name);
    if (outage === undefined) return;
    this.outages.delete(name);
    this.log.info(this.describe(name, outage), this.words.over);
  }

  /**
   * For what nobody says to work again: tells how many faults each outage now counts, and that those without one since
   * the last time are over. Gives whether any goes on.
   */
  sweep(): boolean {
    for (const [name, outage] of this.outages) {
      if (outage.told === outage.failures) this.worked(name);
      else this.log.warn(this.describe(name, outage), this.words.goesOn);
      outage.told = outage.failures;
    }
    return this.outages.size > 0;
  }

  private describe(name: string, { sinceMs, failures }: Outage): object {
    const seconds = Math.round((this.nowMs() - sinceMs) / MILLISECONDS);
    return { outage: name, failures, seconds };
  }
}
