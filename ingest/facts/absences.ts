import { factOrder } from "./state.ts";

/** The content of an export: the latest start of validity of each document, "" when unreadable. */
export interface Presence {
  /** `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly latest: ReadonlyMap<string, string>;
}

/** Orders of the editions known of a document, ascending (see `factOrder`). */
export type EditionOrders = ReadonlyMap<string, readonly string[]>;

/**
 * The absences of every document, by as-of date of the export that shows it: the first export without the document
 * after one of its editions. An export older than that edition is no evidence; when a later export contains the same
 * edition again, there was no absence.
 * @param exports every export known, oldest first.
 */
export async function findAbsences(
  editions: EditionOrders,
  exports: AsyncIterable<Presence>,
): Promise<Map<string, string[]>> {
  const absences = new Map<string, string[]>();
  const gaps = new Map<string, string[]>();
  for await (const { asOf, latest } of exports) {
    const order = factOrder(asOf, "absence");
    for (const [boiId, orders] of editions) {
      const held = latest.get(boiId);
      const gap = gaps.get(boiId);
      if (held === undefined) noteAbsence(gaps, boiId, orders, order);
      else if (gap !== undefined) {
        keepAbsences(
          absences,
          boiId,
          gap.map(dateOf).filter((since) => since < held),
        );
        gaps.delete(boiId);
      }
    }
  }
  for (const [boiId, gap] of gaps) keepAbsences(absences, boiId, gap.map(dateOf));
  return absences;
}

/** Adds an absence to the current gap of a document, unless the gap's last one already implies it. */
function noteAbsence(
  gaps: Map<string, string[]>,
  boiId: string,
  orders: readonly string[],
  absence: string,
): void {
  const edition = orders.findLast((order) => order < absence);
  if (edition === undefined) return;
  const gap = gaps.get(boiId);
  if (gap === undefined) gaps.set(boiId, [absence]);
  else if (edition > (gap.at(-1) ?? "")) gap.push(absence);
}

function keepAbsences(absences: Map<string, string[]>, boiId: string, dates: readonly string[]): void {
  if (dates.length > 0) absences.set(boiId, [...(absences.get(boiId) ?? []), ...dates]);
}

function dateOf(order: string): string {
  return order.slice(0, "YYYY-MM-DD".length);
}

/** Whether the last fact known of a document is an absence. */
export function isAbsent(orders: readonly string[], absences: readonly string[]): boolean {
  const last = absences.at(-1);
  return last !== undefined && factOrder(last, "absence") > (orders.at(-1) ?? "");
}
