interface FiguresProps {
  /** Names with a count, or with text already worded; zeros and nulls are left out. */
  readonly figures: readonly (readonly [name: string, value: number | string | null])[];
}

/** Figures side by side, without the empty ones. */
export function Figures({ figures }: FiguresProps) {
  const told = figures.filter(([, value]) => value !== 0 && value !== null);
  if (told.length === 0) return null;
  return (
    <dl class="figures">
      {told.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{typeof value === "number" ? quantity(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}

const NUMBERS = new Intl.NumberFormat("fr-FR");
const INSTANTS = new Intl.DateTimeFormat("fr-FR", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** Formats a count with its thousands separated. */
export function quantity(count: number): string {
  return NUMBERS.format(count);
}

/** Formats an instant (ISO 8601) in words, UTC; a dash for null. */
export function instant(iso: string | null): string {
  return iso === null ? "–" : `${INSTANTS.format(new Date(iso))} UTC`;
}

/** Formats a duration in the unit that suits it. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Formats a response time: to the tenth of a millisecond, or of a second. */
export function responseTime(milliseconds: number): string {
  return milliseconds < 1000
    ? `${TENTHS.format(milliseconds)} ms`
    : `${TENTHS.format(milliseconds / 1000)} s`;
}

const TENTHS = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 1 });

/** A count with its noun, which takes an « s » from two on. */
export function counted(count: number, noun: string): string {
  return `${quantity(count)} ${noun}${count > 1 ? "s" : ""}`;
}

/** Formats a day (`YYYY-MM-DD…`) for an axis: 31/12. */
export function dayAndMonth(iso: string): string {
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}`;
}

/** What was wrong with the last form; nothing when it was valid. */
export function Fault({ fault }: { readonly fault: string | undefined }) {
  if (fault === undefined) return null;
  return (
    <p class="notice notice-warn" role="alert">
      {fault}
    </p>
  );
}
