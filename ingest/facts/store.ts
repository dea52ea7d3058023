import { noteOverruled, type OverruledLine } from "../../db/ingestion/overruled.ts";
import type { Database } from "../../db/postgres/database.ts";
import { IngestionFault } from "../journal/fault.ts";
import type { Journal } from "../journal/journal.ts";
import { Memory } from "../journal/memory.ts";
import { Batches, type Transition } from "./batches.ts";
import { deriveActualite, deriveContenu } from "./derive.ts";
import type { KnownRecords } from "./known.ts";
import type { KnownPgpNames } from "./pgp-names.ts";
import { judge } from "./precedence.ts";
import type { ReceivedRecord, RecordFile } from "./records/port.ts";

export interface Storing {
  readonly database: Database;
  readonly journal: Journal;
  readonly known: KnownRecords;
  /** Keys held by files of the same kind after this one, whose content prevails. */
  readonly newer: ReadonlySet<string>;
  readonly names: KnownPgpNames;
}

/**
 * Writes the records of a file that the store does not hold, in batches.
 * @param wanted hash of each of them, by its place (`Inventory`).
 * @throws {IngestionFault} when the file is no longer the one that was read through
 */
export async function storeRecords(
  storing: Storing,
  file: RecordFile,
  wanted: ReadonlyMap<string, string>,
): Promise<void> {
  if (wanted.size === 0) return;
  const { database, journal } = storing;
  await journal.beginStage("store");
  let done = 0;
  const memory = new Memory();
  const batches = new Batches(database, async (transitions) => {
    countTransitions(transitions, journal);
    await journal.advance({ done, total: wanted.size });
  });
  const overruled: OverruledLine[] = [];
  for await (const item of file.read()) {
    const expected = item.kind === "record" ? wanted.get(item.place) : undefined;
    if (item.kind !== "record" || expected === undefined) continue;
    if (item.bytesHash !== null && item.bytesHash !== expected)
      throw new IngestionFault(`${file.path} a changé pendant sa lecture : relancez l'ingestion.`);
    await storeRecord(item, file, storing, batches, overruled);
    memory.spent(item.size);
    done += 1;
    if (done === wanted.size) break;
  }
  await batches.finish();
  await noteOverruled(database, overruled);
}

async function storeRecord(
  item: ReceivedRecord,
  { sourceKind }: RecordFile,
  { journal, known, newer, names }: Storing,
  batches: Batches,
  overruled: OverruledLine[],
): Promise<void> {
  const { record, hash: recordHash } = item.parse();
  const verdict = judge({ record, recordHash, sourceKind }, known, newer);
  if (verdict === "overruled" && record.kind === "contenu") {
    const { boiId, debutDeValidite, pgp } = record;
    overruled.push({ boiId, debutDeValidite, pgp, hash: recordHash });
  }
  if (verdict !== "news") journal.count("unchanged");
  if (verdict === "overruled" || verdict === "known") return;
  const received = { raw: item.raw(), recordHash, sourceKind };
  if (record.kind === "contenu")
    await batches.addEdition(deriveContenu({ ...received, record }, names), item.size, verdict === "news");
  else await batches.addActualite(deriveActualite({ ...received, record }), item.size);
}

/** Counts the documents that a batch created, modified or withdrew. */
export function countTransitions(transitions: readonly Transition[], journal: Journal): void {
  for (const { before, after, isNews } of transitions) {
    if (!isNews) continue;
    const isRetired = after.statut !== "en_vigueur" && before.statut === "en_vigueur";
    if (before.statut === null) journal.count("created");
    else journal.count(isRetired ? "retired" : "modified");
  }
}
