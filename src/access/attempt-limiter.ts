/** Wrong keys that one address may present in a clock minute (contract decisions, « Wrong keys »). */
export const MAX_WRONG_KEYS = 60;
const MAX_ADDRESSES = 50_000;
const MINUTE_MS = 60_000;

/**
 * Counts what an address does too often, wrong keys first of all, in this process, a clock minute at a time. IPv6
 * addresses count by /64, of which a single subscriber holds every address (RFC 6177).
 */
export class AttemptLimiter {
  private counts = new Map<string, number>();
  private minute = 0;

  constructor(
    private readonly maxPerMinute = MAX_WRONG_KEYS,
    private readonly nowMs: () => number = Date.now,
  ) {}

  /** Whether nothing was counted in this minute, so that nobody is blocked. */
  isIdle(): boolean {
    this.turn();
    return this.counts.size === 0;
  }

  isBlocked(address: string): boolean {
    this.turn();
    return (this.counts.get(networkOf(address)) ?? 0) >= this.maxPerMinute;
  }

  record(address: string): void {
    this.turn();
    const network = networkOf(address);
    // A flood from more addresses than this is not held back by remembering them.
    if (this.counts.size >= MAX_ADDRESSES && !this.counts.has(network)) return;
    this.counts.set(network, (this.counts.get(network) ?? 0) + 1);
  }

  private turn(): void {
    const minute = Math.floor(this.nowMs() / MINUTE_MS);
    if (minute === this.minute) return;
    this.minute = minute;
    this.counts = new Map();
  }
}

/** The first four groups of an IPv6 address, whatever way it is written; another address as it is. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => "0");
  return [...groups, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
