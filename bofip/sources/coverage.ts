import { dayAfter, dayBefore, frenchDate, parisDay } from "../days/days.ts";

/** A stock or flux archive that was applied, or that a manifest lists; days `YYYY-MM-DD`, both included. */
interface CoveringArchive {
  readonly kind: "stock" | "flux";
  readonly from: string;
  readonly to: string;
  /** False when a manifest lists it but the store does not have it. */
  readonly isApplied: boolean;
}

/** The facts that coverage is computed from, in any order. */
export interface CoverageFacts {
  /** The day of each conclusive export (`dayOfExport`). */
  readonly exports: readonly string[];
  readonly archives: readonly CoveringArchive[];
}

/** Days that no source covers, both included. */
export interface CoverageGap {
  readonly from: string;
  readonly to: string;
}

/** Last day that the sources cover; every day is null when nothing is known. */
export interface Coverage {
  /** For the corpus: everything published until that day is stored. */
  readonly until: string | null;
  /** For actualités and what they announce: only exports contain them. */
  readonly news: string | null;
  /** For what an export contains: the latest one, and the fluxes that follow it without a gap. */
  readonly fromExport: string | null;
  /** For what a stock contains: the latest one, and the fluxes that follow it without a gap. */
  readonly fromStock: string | null;
  /** The gaps between `until` and the last day covered by a known flux, in order. */
  readonly gaps: readonly CoverageGap[];
}

export const NO_COVERAGE: Coverage = {
  until: null,
  news: null,
  fromExport: null,
  fromStock: null,
  gaps: [],
};

/** How far the sources cover: from the latest export or stock through touching fluxes, never beyond `today` in Paris. */
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

/** How far one source covers: from `day`, through fluxes whose periods touch, up to `today` in Paris (`YYYY-MM-DD`). */
export function reachFrom(day: string, archives: readonly CoveringArchive[], today: string): string {
  const start = earliest(day, today);
  return walk(start, begunFluxes(archives, today)).until ?? start;
}

function begunFluxes(archives: readonly CoveringArchive[], today: string): CoveringArchive[] {
  return archives
    .filter(({ kind, from }) => kind === "flux" && from <= today)
    .map((flux) => ({ ...flux, to: earliest(flux.to, today) }));
}

/** Follows fluxes from a day: where they stop, and the gaps up to the last day covered by a known flux. */
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

interface ExportDating {
  /** From the catalogue, else from `Last-Modified` of the official host, else null. */
  readonly processedAt: Date | null;
  /** Latest start of validity among its records, future ones excluded. */
  readonly newestRecord: string;
}

/** The last day that an export covers: the day before it was made, which was not over yet. */
export function dayOfExport({ processedAt, newestRecord }: ExportDating): string {
  return processedAt === null ? newestRecord : lastDayBefore(processedAt);
}

/** The last day that was over in Paris at an instant. */
export function lastDayBefore(instant: Date): string {
  return dayBefore(parisDay(instant));
}

/** A French sentence on the last day that the sources cover. */
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
