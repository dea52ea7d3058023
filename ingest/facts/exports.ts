import { type ExportFact, readExports, readMembers, recordExport } from "../../db/ingestion/exports.ts";
import type { Database } from "../../db/postgres/client.ts";
import { IngestionFault } from "../journal/fault.ts";
import type { Journal } from "../journal/journal.ts";
import { Memory } from "../journal/memory.ts";
import type { ExportFile } from "../sources/found.ts";
import { isAbsent } from "./absences.ts";
import { guardCorpus } from "./guard.ts";
import { type Inventory, takeInventory } from "./inventory.ts";
import { KnownRecords } from "./known.ts";
import { absencesFrom, exportOrder, writeAbsences } from "./known-absences.ts";
import { storeRecords } from "./store.ts";

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
      const why = firstReason(inventory);
      throw new IngestionFault(`Aucun enregistrement valide dans ${file.path}${why} : rien n'a été ingéré.`);
    }
    report(inventory, run.journal);
    inventories.push(inventory);
  }
  return inventories.sort((a, b) => (exportOrder(factOf(a)) < exportOrder(factOf(b)) ? -1 : 1));
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
  const orders = known.editionOrders(inventory.members);
  const added = inventory.isConclusive ? { ...fact, members: inventory.members } : null;
  const absences = await absencesFrom(database, orders, exports, added);
  if (!run.forced) {
    await guardCorpus(database, "Cet export", (boiId) =>
      isAbsent(orders.get(boiId) ?? [], absences.get(boiId) ?? []),
    );
  }
  await journal.datedFrom(fact.asOf);
  journal.count("unchanged", inventory.documents + inventory.actualites - inventory.newLines.size);
  const newer = await membersOf(
    database,
    exports.filter((other) => exportOrder(other) > exportOrder(fact)),
  );
  await storeRecords(run, inventory, known, newer);
  if (inventory.isConclusive) await recordExport(database, fact, inventory.members);
  await writeAbsences(database, journal, absences);
}

function factOf({ asOf, file, membersHash }: Inventory): ExportFact {
  if (asOf === null) throw new Error("an export without record has no date");
  return { asOf, issuedAt: file.issuedAt.toISOString(), membersHash };
}

/** What is wrong with the first line, when there is one: as a rule all the others have the same fault. */
function firstReason({ rejected: [first] }: Inventory): string {
  return first === undefined ? "" : ` (ligne ${first.line} : ${first.message.replace(/\.$/, "")})`;
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
