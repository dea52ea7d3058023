const IN_PARIS = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" });

/** The day `YYYY-MM-DD` that an instant falls on in Paris, by which the doctrine is dated. */
export function parisDay(instant: Date): string {
  return IN_PARIS.format(instant);
}
