const NUMBERS = new Intl.NumberFormat("fr-FR");
const INSTANTS = new Intl.DateTimeFormat("fr-FR", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** A count with its thousands apart. */
export function quantity(count: number): string {
  return NUMBERS.format(count);
}

/** An instant (ISO 8601) in words, UTC; a dash for none. */
export function instant(iso: string | null): string {
  return iso === null ? "–" : `${INSTANTS.format(new Date(iso))} UTC`;
}

/** A time in the unit that suits it. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
