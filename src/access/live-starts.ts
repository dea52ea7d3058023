/**
 * The visible starts of the keys that are not revoked, as this process knows them: what begins otherwise is no key,
 * unless it was just created elsewhere. Read at the first use, then anew in the background once it is old; a reading
 * that fails leaves the last one in use.
 */
export class LiveStarts {
  private starts: Set<string> | null = null;
  private reading: Promise<void> | null = null;
  private readAtMs = Number.NEGATIVE_INFINITY;

  /**
   * @param read the starts, from the store.
   * @param onRead told of the end of each reading, failed or not.
   */
  constructor(
    private readonly read: () => Promise<readonly string[]>,
    private readonly onRead: () => void,
    private readonly lifetimeMs: number,
    private readonly nowMs: () => number,
  ) {}

  /** Those known now. @throws when none could be read yet. */
  async known(): Promise<Set<string>> {
    const isOld = this.nowMs() - this.readAtMs >= this.lifetimeMs;
    if (this.starts !== null) {
      // A store that is away is told where a key is looked up, not here.
      if (isOld) this.refresh().catch(() => {});
      return this.starts;
    }
    await this.refresh();
    return this.starts ?? new Set();
  }

  /** Reads them anew, or waits for the reading under way. */
  refresh(): Promise<void> {
    this.reading ??= this.load().finally(() => {
      this.reading = null;
      this.onRead();
    });
    return this.reading;
  }

  private async load(): Promise<void> {
    this.readAtMs = this.nowMs();
    this.starts = new Set(await this.read());
  }
}
