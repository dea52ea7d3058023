/** Aborts when nothing has been heard for too long: a transfer may be slow, not mute. */
export class Silence {
  private readonly controller = new AbortController();
  private timer: Timer | undefined;

  constructor(private readonly limitMs: number) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** From now on something is waited for. */
  begin(): void {
    this.end();
    const reason = new Error(`aucune réponse depuis ${this.limitMs / 1000} s`);
    this.timer = setTimeout(() => this.controller.abort(reason), this.limitMs);
  }

  /** Something came, or nothing is waited for any more. */
  end(): void {
    clearTimeout(this.timer);
  }
}
