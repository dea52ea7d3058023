import type { Database } from "../db/client.ts";
import {
  type AbsenceChange,
  type ExportFact,
  readAbsences,
  readExports,
  readMembers,
  recordExport,
} from "../db/ingestion/exports.ts";
import { readTitles } from "../db/ingestion/plan.ts";
import { findAbsences, isAbsent, type Presence } from "./absences.ts";
import { writeAbsenceChanges } from "./batches.ts";
import { IngestionFault } from "./fault.ts";
import { type Inventory, takeInventory } from "./inventory.ts";
import type { Journal } from "./journal.ts";
import { KnownRecords, readKey } from "./known.ts";
import { Memory } from "./memory.ts";
import type { ExportFile } from "./sources/open.ts";
import { countTransitions, storeRecords } from "./store.ts";

/** Share of the corpus that one export may withdraw: a truncated file looks just like that. */
const MAX_RETIRED_SHARE = 0.1;

export interface ExportRun {
  readonly database: Database;
  readonly journal: Journal;
  /** Whether the guard is lifted. */
  readonly forced: boolean;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** Reads the exports of a source through, writing nothing, and puts them in the order of what they say. */
export async function takeInventories(run: ExportRun, files: readonly ExportFile[]): Promise<Inventory[]> {
  const known = await KnownRecords.read(run.database);
  const inventories: Inventory[] = [];
  let lines = 0;
  const memory = new Memory();
  for (const file of files) {
    const onLine = async (bytes: number) => {
      lines += 1;
      memory.spent(bytes);
      await run.journal.advance({ done: lines, total: lines });
    };
    const inventory = await takeInventory(file, known, run.today, onLine);
    if (inventory.asOf === null) {
      throw new IngestionFault(`Aucun enregistrement valide dans ${file.path} : rien n'a été ingéré.`);
    }
    report(inventory, run.journal);
    inventories.push(inventory);
  }
  return inventories.sort((a, b) => (orderOf(factOf(a)) < orderOf(factOf(b)) ? -1 : 1));
}

/**
 * Brings the store to what an export says, unless it would withdraw too many documents.
 * @throws {IngestionFault} before anything is written, when the guard stops the run
 */
export async function ingestExport(run: ExportRun, inventory: Inventory): Promise<void> {
  const { database, journal } = run;
  await journal.beginStage("diff");
  const fact = factOf(inventory);
  const known = await KnownRecords.read(database);
  const exports = await readExports(database);
  const absences = await absencesWith(run, inventory, known, exports);
  if (!run.forced) await guard(database, known.editionOrders(inventory.members), absences);
  await journal.datedFrom(fact.asOf);
  journal.count("unchanged", inventory.documents + inventory.actualites - inventory.newLines.size);
  const newer = await membersOf(
    database,
    exports.filter((other) => orderOf(other) > orderOf(fact)),
  );
  await storeRecords(run, inventory, known, newer);
  if (inventory.isConclusive) await recordExport(database, fact, inventory.members);
  const changes = await changedAbsences(database, absences);
  if (changes.length > 0) await journal.beginStage("store");
  await writeAbsenceChanges(database, changes, (transitions) => countTransitions(transitions, journal));
}

function factOf({ asOf, file, membersHash }: Inventory): ExportFact {
  if (asOf === null) throw new Error("an export without record has no date");
  return { asOf, issuedAt: file.issuedAt.toISOString(), membersHash };
}

/** Exports are ordered by what they hold, then by the instant they give themselves. */
function orderOf({ asOf, issuedAt }: ExportFact): string {
  return `${asOf} ${issuedAt}`;
}

/** The absences that follow from the exports known and from this one. */
async function absencesWith(
  { database }: ExportRun,
  inventory: Inventory,
  known: KnownRecords,
  exports: readonly ExportFact[],
): Promise<Map<string, string[]>> {
  const orders = known.editionOrders(inventory.members);
  const candidates = inventory.isConclusive ? [...exports, factOf(inventory)] : [...exports];
  candidates.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const presences = async function* (): AsyncGenerator<Presence> {
    for (const { asOf, membersHash } of candidates) {
      const isThis = membersHash === inventory.membersHash;
      const members = isThis ? inventory.members : await readMembers(database, membersHash);
      yield { asOf, latest: latestDates(members) };
    }
  };
  return await findAbsences(orders, presences());
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

/** @throws {IngestionFault} */
async function guard(
  database: Database,
  orders: ReadonlyMap<string, readonly string[]>,
  absences: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  let inForce = 0;
  let retired = 0;
  for await (const page of readTitles(database)) {
    inForce += page.length;
    retired += page.filter(({ boiId }) =>
      isAbsent(orders.get(boiId) ?? [], absences.get(boiId) ?? []),
    ).length;
  }
  if (retired <= inForce * MAX_RETIRED_SHARE) return;
  throw new IngestionFault(
    `Cet export retirerait ${retired} des ${inForce} documents en vigueur, plus de 10 % : il est sans doute incomplet, rien n'a été modifié. S'il est juste, relancez avec --force.`,
  );
}

function report(inventory: Inventory, journal: Journal): void {
  const { documents, actualites, rejected, notes, isConclusive } = inventory;
  journal.count("records", documents + actualites + rejected.length);
  journal.count("documents", documents);
  journal.count("actualites", actualites);
  for (const error of rejected) journal.reject(error);
  for (const note of notes) journal.note(note);
  if (!isConclusive) {
    journal.warn(
      "Des lignes illisibles empêchent de savoir ce qui manque à cet export : aucun document n'a été retiré.",
    );
  }
}

/** Keys that exports hold. */
async function membersOf(database: Database, exports: readonly ExportFact[]): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const hash of new Set(exports.map(({ membersHash }) => membersHash))) {
    for (const key of await readMembers(database, hash)) keys.add(key);
  }
  return keys;
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
