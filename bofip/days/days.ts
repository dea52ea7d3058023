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

/** Days from one to another, `YYYY-MM-DD`. */
export interface Period {
  /** Included. */
  readonly debut: string;
  /** Excluded; null when no end is known. */
  readonly fin: string | null;
}

const IN_PARIS = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" });
const HOUR_MS = 3_600_000;

let lastHour = Number.NaN;
let lastDay = "";

/**
 * The date `YYYY-MM-DD` in Paris, as all the doctrine's dates. Formatting costs as much as a cached answer: the last
 * day is reused within its hour, Paris being whole hours from UTC since 1911.
 */
export function parisDay(instant: Date): string {
  const hour = Math.floor(instant.getTime() / HOUR_MS);
  if (hour !== lastHour) {
    lastDay = IN_PARIS.format(instant);
    lastHour = hour;
  }
  return lastDay;
}
