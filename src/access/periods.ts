/** First instant of the next clock minute, UTC. */
export function minuteEnd(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS + 1) * MINUTE_MS);
}

/** First instant of the next month, UTC. */
export function monthEnd(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

const MINUTE_MS = 60_000;
