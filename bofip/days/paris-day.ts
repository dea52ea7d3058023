const IN_PARIS = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris" });

/** The date `YYYY-MM-DD` in Paris at an instant: the doctrine's dates are Paris dates. */
export function parisDay(instant: Date): string {
  return IN_PARIS.format(instant);
}
