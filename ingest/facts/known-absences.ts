import {
  type AbsenceChange,
  type ExportFact,
  readAbsences,
  readExports,
  readMembers,
} from "../../db/ingestion/exports.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { Journal } from "../journal/journal.ts";
import { type EditionOrders, findAbsences, type Presence } from "./absences.ts";
import { writeAbsenceChanges } from "./batches.ts";
import { KnownRecords, readKey } from "./known-records.ts";
import { countTransitions } from "./store.ts";

/** An export with the sorted keys of its records. */
interface ExportMembers extends ExportFact {
  readonly members: readonly string[];
}

/** Exports are ordered by the date of their content, then by the source's own timestamp. */
export function exportOrder({ asOf, issuedAt }: ExportFact): string {
  return `${asOf} ${issuedAt}`;
}

/**
 * The absences that follow from the exports of the store, and from one not stored yet.
 * @param exports those of the store.
 */
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

/**
 * Updates the absences of the store from its exports and editions: an archive may contain editions that the exports
 * known before it lack.
 */
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
