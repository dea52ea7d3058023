import { AttemptLimiter } from "../access/attempt-limiter.ts";
import { ApiError } from "../http/errors/api-error.ts";

/** Searches of the pages that one address may make: a mistyped one costs as much as a hundred pages. */
export const MAX_SEARCHES_A_MINUTE = 10;
export const MAX_SEARCHES_A_DAY = 200;

const DAY_MS = 86_400_000;

/** Counts the searches of each address, in clock minutes and days, UTC. */
export class PageSearches {
  private readonly minute: AttemptLimiter;
  private readonly day: AttemptLimiter;

  constructor(nowMs: () => number) {
    this.minute = new AttemptLimiter(MAX_SEARCHES_A_MINUTE, nowMs);
    this.day = new AttemptLimiter(MAX_SEARCHES_A_DAY, nowMs, DAY_MS);
  }

  /** @throws {ApiError} `too_many_searches` */
  count(address: string): void {
    if (this.day.isBlocked(address)) throw refusal(MAX_SEARCHES_A_DAY, "aujourd'hui", this.day);
    if (this.minute.isBlocked(address)) throw refusal(MAX_SEARCHES_A_MINUTE, "en une minute", this.minute);
    for (const limiter of [this.minute, this.day]) limiter.record(address);
  }
}

function refusal(limit: number, period: string, limiter: AttemptLimiter): ApiError {
  const seconds = limiter.secondsLeft();
  return new ApiError("too_many_searches", {
    limit: String(limit),
    period,
    wait: inWords(seconds),
    seconds: String(seconds),
  });
}

function inWords(seconds: number): string {
  if (seconds <= 120) return `${seconds} secondes`;
  if (seconds <= 7200) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} heures`;
}
