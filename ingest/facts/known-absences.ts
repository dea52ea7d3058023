import {
  type AbsenceChange,
  type ExportFact,
  readAbsences,
  readExports,
  readMembers,
} from "../../db/ingestion/exports.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { Journal } from "../journal/journal.ts";
import { writeAbsenceChanges } from "./batches.ts";
import { KnownRecords, readKey } from "./known-records.ts";
import { factOrder } from "./state.ts";
import { countTransitions } from "./store.ts";

interface ExportMembers extends ExportFact {
  readonly members: readonly string[];
}

/** Exports are ordered by the date of their content, then by the source's own timestamp. */
export function exportOrder({ asOf, issuedAt }: ExportFact): string {
  return `${asOf} ${issuedAt}`;
}

/** The absences that follow from the `exports` of the store, and from one not stored yet. */
export async function absencesFrom(
  database: Database,
  editions: EditionOrders,
  exports: readonly ExportFact[],
  added: ExportMembers | null,
): Promise<Map<string, string[]>> {
  const candidates = added === null ? [...exports] : [...exports, added];
  candidates.sort((a, b) => (exportOrder(a) < exportOrder(b) ? -1 : 1));
  const presences = async function* (): AsyncGenerator<Presence> {
    for (const { asOf, membersHash } of candidates) {
      const isAdded = membersHash === added?.membersHash;
      const members = isAdded ? added.members : await readMembers(database, membersHash);
      yield { asOf, latest: latestDates(members) };
    }
  };
  return await findAbsences(editions, presences());
}

/** Updates the absences of the store: an archive may contain editions that the exports known before it lack. */
export async function refreshAbsences(database: Database, journal: Journal): Promise<void> {
  const known = await KnownRecords.read(database);
  const exports = await readExports(database);
  await writeAbsences(
    database,
    journal,
    await absencesFrom(database, known.editionOrders([]), exports, null),
  );
}

/** Writes the absences that differ from those of the store, and the state of their documents. */
export async function writeAbsences(
  database: Database,
  journal: Journal,
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const changes = await changedAbsences(database, wanted);
  if (changes.length === 0) return;
  await journal.beginStage("store");
  await writeAbsenceChanges(database, changes, (transitions) => countTransitions(transitions, journal));
}

function latestDates(members: readonly string[]): Map<string, string> {
  const latest = new Map<string, string>();
  for (const key of members) {
    const { boiId, date } = readKey(key);
    const held = latest.get(boiId);
    if (held === undefined || date > held) latest.set(boiId, date);
  }
  return latest;
}

async function changedAbsences(
  database: Database,
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<AbsenceChange[]> {
  const stored = new Map<string, readonly string[]>();
  for await (const page of readAbsences(database)) {
    for (const { boiId, since } of page) stored.set(boiId, since);
  }
  const changes: AbsenceChange[] = [];
  for (const boiId of new Set([...stored.keys(), ...wanted.keys()])) {
    const since = wanted.get(boiId) ?? [];
    if (since.join() !== (stored.get(boiId) ?? []).join()) changes.push({ boiId, since });
  }
  return changes.sort((a, b) => (a.boiId < b.boiId ? -1 : 1));
}

/** The content of an export: the latest start of validity of each document, "" when unreadable. */
export interface Presence {
  /** `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly latest: ReadonlyMap<string, string>;
}

/** Orders of the editions known of a document, ascending (see `factOrder`). */
type EditionOrders = ReadonlyMap<string, readonly string[]>;

/**
 * The absences of every document, by as-of date: the first export without it after one of its editions, unless a later
 * export has that edition again. An older export is no evidence.
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
