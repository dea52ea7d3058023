const DAY_MS = 86_400_000;

/** The day before a day, both `YYYY-MM-DD`. */
export function dayBefore(day: string): string {
  return shifted(day, -1);
}

/** The day after a day, both `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return shifted(day, 1);
}

/** How many days lie from one day to another: negative when the other comes first. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length);
}
