import { dayAfter, dayBefore } from "../days/days.ts";
import { frenchDate } from "../days/french-date.ts";
import { parisDay } from "../days/paris-day.ts";

/** A stock or a flux that was applied, or that a manifest names; days `YYYY-MM-DD`, both included. */
export interface CoveringArchive {
  readonly kind: "stock" | "flux";
  readonly from: string;
  readonly to: string;
  /** False for one that a manifest names and the store lacks. */
  readonly isApplied: boolean;
}

/** What tells how far the sources speak, in any order. */
export interface CoverageFacts {
  /** The day of each conclusive export (`dayOfExport`). */
  readonly exports: readonly string[];
  readonly archives: readonly CoveringArchive[];
}

/** Days that no source speaks of, both included. */
export interface CoverageGap {
  readonly from: string;
  readonly to: string;
}

/** Up to which day the sources speak; every day is null when nothing tells. */
export interface Coverage {
  /** Of the corpus: what was published until that day is held. */
  readonly until: string | null;
  /** Of actualités and what they tell: they come by exports alone. */
  readonly news: string | null;
  /** Of what an export holds: the latest one, and the fluxes that follow it without a gap. */
  readonly fromExport: string | null;
  /** Of what a stock holds, alike. */
  readonly fromStock: string | null;
  /** What keeps `until` from the last day that a flux is known of, in order. */
  readonly gaps: readonly CoverageGap[];
}

export const NO_COVERAGE: Coverage = {
  until: null,
  news: null,
  fromExport: null,
  fromStock: null,
  gaps: [],
};

/**
 * How far the sources speak: from the latest conclusive export or stock, the last day that fluxes whose periods touch
 * reach. A missing one stops it until the next export or stock.
 * @param today in Paris: no file speaks of a day to come, whatever period it bears.
 */
export function coverageOf({ exports, archives }: CoverageFacts, today: string): Coverage {
  const until = (days: readonly string[]) => latest(days.map((day) => earliest(day, today)));
  const fluxes = begunFluxes(archives, today);
  const stocks = archives.filter(({ kind, isApplied }) => kind === "stock" && isApplied);
  const news = until(exports);
  const stock = until(stocks.map(({ to }) => to));
  const whole = walk(latest([news, stock]), fluxes);
  return {
    ...whole,
    news,
    fromExport: walk(news, fluxes).until,
    fromStock: walk(stock, fluxes).until,
  };
}

/**
 * How far one source speaks: from its day, the last one that fluxes whose periods touch reach.
 * @param day `YYYY-MM-DD`. @param today in Paris.
 */
export function reachFrom(day: string, archives: readonly CoveringArchive[], today: string): string {
  const start = earliest(day, today);
  return walk(start, begunFluxes(archives, today)).until ?? start;
}

function begunFluxes(archives: readonly CoveringArchive[], today: string): CoveringArchive[] {
  return archives
    .filter(({ kind, from }) => kind === "flux" && from <= today)
    .map((flux) => ({ ...flux, to: earliest(flux.to, today) }));
}

/** Follows fluxes from a day: where they stop, and what is missing up to the last day that one is known of. */
function walk(start: string | null, fluxes: readonly CoveringArchive[]): Pick<Coverage, "until" | "gaps"> {
  if (start === null) return { until: null, gaps: [] };
  const gaps: CoverageGap[] = [];
  let reached = start;
  const applied = fluxes.filter(({ isApplied }) => isApplied);
  for (const { from, to } of applied.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (to <= reached) continue;
    if (from > dayAfter(reached)) gaps.push({ from: dayAfter(reached), to: dayBefore(from) });
    reached = to;
  }
  const known = latest([reached, ...fluxes.map(({ to }) => to)]) ?? reached;
  if (known > reached) gaps.push({ from: dayAfter(reached), to: known });
  const [first] = gaps;
  return { until: first === undefined ? reached : dayBefore(first.from), gaps };
}

/** What tells the day of an export. */
export interface ExportDating {
  /** When its publisher made it: what the catalogue says, else `Last-Modified` of the official host; else null. */
  readonly processedAt: Date | null;
  /** Latest start of validity among its records, those of the future aside. */
  readonly newestRecord: string;
}

/** The last day that an export speaks of: the one that it was made on was not over. */
export function dayOfExport({ processedAt, newestRecord }: ExportDating): string {
  return processedAt === null ? newestRecord : lastDayBefore(processedAt);
}

/** The last day, in Paris, that was over at an instant. */
export function lastDayBefore(instant: Date): string {
  return dayBefore(parisDay(instant));
}

/** What a reader is told of sources that speak until a day, in French. */
export function coverageSentence(until: string | null): string {
  return until === null
    ? "Rien ne dit jusqu'à quel jour parlent les sources."
    : `Les sources parlent jusqu'au ${frenchDate(until)} : ce qui a été publié ensuite n'est pas connu ici.`;
}

function earliest(one: string, other: string): string {
  return one < other ? one : other;
}

function latest(days: readonly (string | null)[]): string | null {
  return days.reduce((last, day) => (day !== null && (last === null || day > last) ? day : last), null);
}
