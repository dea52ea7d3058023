import { noteOverruled, type OverruledLine } from "../../db/ingestion/overruled.ts";
import type { Database } from "../../db/postgres/client.ts";
import { IngestionFault } from "../journal/fault.ts";
import type { Journal } from "../journal/journal.ts";
import { Memory } from "../journal/memory.ts";
import { sourceHash } from "../parse/canonical.ts";
import type { SourceRecord } from "../parse/record.ts";
import { type Line, readLines } from "../sources/lines.ts";
import { Batches, type Transition } from "./batches.ts";
import { deriveActualite, deriveContenu } from "./derive.ts";
import { hashLine, type Inventory, parseLine } from "./inventory.ts";
import { type KnownRecords, recordKey } from "./known.ts";
import { KnownPgpNames } from "./pgp-names.ts";

/**
 * Writes the records of an export that the store does not hold, in batches.
 * @param newer keys held by exports after this one, whose content prevails.
 */
export async function storeRecords(
  { database, journal }: { readonly database: Database; readonly journal: Journal },
  inventory: Inventory,
  known: KnownRecords,
  newer: ReadonlySet<string>,
): Promise<void> {
  const { file, newLines } = inventory;
  if (newLines.size === 0) return;
  await journal.beginStage("store");
  let done = 0;
  const memory = new Memory();
  const batches = new Batches(database, async (transitions) => {
    countTransitions(transitions, journal);
    await journal.advance({ done, total: newLines.size });
  });
  const names = await KnownPgpNames.read(database);
  const overruled: OverruledLine[] = [];
  for await (const line of readLines(file.path)) {
    const expected = newLines.get(line.number);
    if (expected === undefined) continue;
    if (hashLine(line) !== expected) {
      throw new IngestionFault(`${file.path} a changé pendant sa lecture : relancez l'ingestion.`);
    }
    await storeLine(line, expected, { batches, journal, known, newer, names, overruled });
    memory.spent(line.bytes.length);
    done += 1;
    if (done === newLines.size) break;
  }
  await batches.finish();
  await noteOverruled(database, overruled);
}

interface Storing {
  readonly batches: Batches;
  readonly journal: Journal;
  readonly known: KnownRecords;
  readonly newer: ReadonlySet<string>;
  readonly names: KnownPgpNames;
  /** Lines that an archive's record prevails over. */
  readonly overruled: OverruledLine[];
}

async function storeLine(line: Line, recordHash: string, storing: Storing): Promise<void> {
  const { batches, journal, names } = storing;
  const record = parseLine(line);
  noteIfOverruled(record, recordHash, storing);
  if (!bringsNews(record, storing)) return journal.count("unchanged");
  const received = { raw: line.bytes, recordHash, sourceKind: "export" as const };
  if (record.kind === "contenu") {
    await batches.addEdition(deriveContenu({ ...received, record }, names), line.bytes.length);
  } else {
    await batches.addActualite(deriveActualite({ ...received, record }), line.bytes.length);
  }
}

/** An archive's content prevails over an export's, and a newer export's over an older one's. */
function bringsNews(record: SourceRecord, { known, newer }: Storing): boolean {
  const key = recordKey(record);
  const stored = known.byKey.get(key);
  if (stored === undefined) return true;
  if (stored.sourceKind === "archive" || newer.has(key)) return false;
  return stored.sourceHash !== sourceHash(record);
}

function noteIfOverruled(record: SourceRecord, hash: string, { known, newer, overruled }: Storing): void {
  const key = recordKey(record);
  if (record.kind !== "contenu" || known.byKey.get(key)?.sourceKind !== "archive" || newer.has(key)) return;
  const { boiId, debutDeValidite, pgp } = record;
  overruled.push({ boiId, debutDeValidite, pgp, hash });
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
