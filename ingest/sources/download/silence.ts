/** Aborts after too long a silence: a transfer may be slow, not stopped. */
export class Silence {
  private readonly controller = new AbortController();
  private timer: Timer | undefined;

  constructor(private readonly limitMs: number) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Starts waiting. */
  begin(): void {
    this.end();
    const reason = new Error(`aucune réponse depuis ${this.limitMs / 1000} s`);
    this.timer = setTimeout(() => this.controller.abort(reason), this.limitMs);
  }

  /** Something arrived, or nothing is awaited any more. */
  end(): void {
    clearTimeout(this.timer);
  }
}
