const DAY_MS = 86_400_000;

/** The previous day, both `YYYY-MM-DD`. */
export function dayBefore(day: string): string {
  return shifted(day, -1);
}

/** The next day, both `YYYY-MM-DD`. */
export function dayAfter(day: string): string {
  return shifted(day, 1);
}

/** Number of days between two days; negative when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length);
}
