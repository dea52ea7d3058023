/** Wrong keys that one address may present in a clock minute (contract decisions, « Wrong keys »). */
const MAX_WRONG_KEYS = 60;
const MAX_ADDRESSES = 50_000;
const MINUTE_MS = 60_000;

/** Counts what an address does too often, wrong keys first of all, in this process, a clock minute at a time. */
export class AttemptLimiter {
  private counts = new Map<string, number>();
  private minute = 0;

  constructor(
    private readonly maxPerMinute = MAX_WRONG_KEYS,
    private readonly nowMs: () => number = Date.now,
  ) {}

  isBlocked(address: string): boolean {
    this.turn();
    return (this.counts.get(address) ?? 0) >= this.maxPerMinute;
  }

  record(address: string): void {
    this.turn();
    // A flood from more addresses than this is not held back by remembering them.
    if (this.counts.size >= MAX_ADDRESSES && !this.counts.has(address)) return;
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1);
  }

  private turn(): void {
    const minute = Math.floor(this.nowMs() / MINUTE_MS);
    if (minute === this.minute) return;
    this.minute = minute;
    this.counts = new Map();
  }
}
