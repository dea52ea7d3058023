import { ApiError } from "../http/errors/api-error.ts";

/** Wrong keys allowed per address and clock minute (docs/decisions.md, « Wrong keys »). */
export const MAX_WRONG_KEYS = 60;
const MAX_ADDRESSES = 50_000;
const MINUTE_MS = 60_000;

/** Counts an address's wrong keys per clock minute (UTC). A null address is never blocked (`connections.ts`). */
export class AttemptLimiter {
  private counts = new Map<string, number>();
  private period = 0;

  constructor(
    private readonly maxPerPeriod = MAX_WRONG_KEYS,
    private readonly nowMs: () => number = Date.now,
    private readonly periodMs = MINUTE_MS,
  ) {}

  isBlocked(address: string | null): boolean {
    this.turn();
    return address !== null && (this.counts.get(networkOf(address)) ?? 0) >= this.maxPerPeriod;
  }

  record(address: string | null): void {
    this.turn();
    if (address === null) return;
    const network = networkOf(address);
    // Remembering more addresses than this would not stop a flood from that many.
    if (this.counts.size >= MAX_ADDRESSES && !this.counts.has(network)) return;
    this.counts.set(network, (this.counts.get(network) ?? 0) + 1);
  }

  /** Seconds until a blocked address is let in again: 1 or more. */
  secondsLeft(): number {
    return Math.ceil((this.periodMs - (this.nowMs() % this.periodMs)) / 1000);
  }

  private turn(): void {
    const period = Math.floor(this.nowMs() / this.periodMs);
    if (period === this.period) return;
    this.period = period;
    this.counts = new Map();
  }
}

/**
 * Counts a wrong key or token against an address and returns its refusal: `wrong`, or `tooMany` (429) with the seconds
 * left. Call it after the key has been checked: a good key is never refused for what its address did.
 */
export function refusalOfAttempt(
  attempts: AttemptLimiter,
  address: string | null,
  wrong: ApiError,
  tooMany: "too_many_attempts" | "too_many_tokens" = "too_many_attempts",
): ApiError {
  if (attempts.isBlocked(address)) return new ApiError(tooMany, { seconds: String(attempts.secondsLeft()) });
  attempts.record(address);
  return wrong;
}

/** What callers are counted by: the /64 of IPv6, which one subscriber owns (RFC 6177), normalised; any other as it is. */
export function networkOf(address: string): string {
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
