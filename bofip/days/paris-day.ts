const IN_PARIS = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" });
const HOUR_MS = 3_600_000;

let lastHour = Number.NaN;
let lastDay = "";

/**
 * The date `YYYY-MM-DD` in Paris at an instant: the doctrine's dates are Paris dates. Formatting takes as long as all
 * else that a cached answer needs to be found, so the last day is reused within its hour: Paris is whole hours from UTC,
 * and has been since 1911.
 */
export function parisDay(instant: Date): string {
  const hour = Math.floor(instant.getTime() / HOUR_MS);
  if (hour !== lastHour) {
    lastDay = IN_PARIS.format(instant);
    lastHour = hour;
  }
  return lastDay;
}
