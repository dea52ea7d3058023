import { readStaleActualites } from "../../db/ingestion/actualites.ts";
import { readStaleEditions, type StaleRecord } from "../../db/ingestion/editions.ts";
import {
  readStaleWordings,
  renameKept,
  renewKept,
  type StaleWording,
} from "../../db/ingestion/wordings/kept-wordings.ts";
import { type StoredRecord, unpackRecord } from "../../db/integrity/stored-record.ts";
import type { Database } from "../../db/postgres/database.ts";
import { announceDerivation } from "../../db/queries/corpus.ts";
import { type Journal, Memory } from "../journal/journal.ts";
import { DERIVATION_VERSION } from "../parse/derive.ts";
import { BadRecord } from "../parse/record.ts";
import { Batches } from "./batches.ts";
import { deriveActualite, deriveContenu, tellSplitMarks, tellSplitMarksOfNews } from "./derive.ts";
import { KnownPgpNames } from "./export-picture.ts";
import { isCurrentButDays } from "./guard-wordings.ts";
import { parseStored } from "./parse-stored.ts";

/** Derives again what another version of the parser derived: a fix reaches every edition, and changes no doctrine. */
export async function rederive(database: Database, journal: Journal): Promise<void> {
  await journal.beginStage("rederive");
  await rederiveRecords(database, journal, readStaleEditions(database, DERIVATION_VERSION));
  await rederiveKept(database, journal, readStaleWordings(database, DERIVATION_VERSION));
  await rederiveRecords(database, journal, readStaleActualites(database, DERIVATION_VERSION));
  await announceDerivation(database, DERIVATION_VERSION);
}

/** Derives stored records again, a page at a time. */
export async function rederiveRecords(
  database: Database,
  journal: Journal,
  stale: AsyncIterable<readonly StaleRecord[]>,
): Promise<void> {
  let done = 0;
  const memory = new Memory();
  const names = await KnownPgpNames.read(database);
  const batches = new Batches(database, async (_, actualites) => {
    await journal.advance({ done, total: done + actualites });
  });
  for await (const page of stale) {
    for (const record of page) memory.spent(await rederiveRecord(record, { batches, journal, names }));
    done += page.length;
  }
  await batches.finish();
}

/** Derives texts kept aside again: those of other wordings must be comparable under the same derivation. */
export async function rederiveKept(
  database: Database,
  journal: Journal,
  kept: AsyncIterable<readonly StaleWording[]>,
): Promise<void> {
  const memory = new Memory();
  const names = await KnownPgpNames.read(database);
  for await (const page of kept) {
    for (const stale of page) {
      const raw = unpackOrNote(stale, journal);
      if (raw === null) continue;
      memory.spent(raw.length);
      await unlessRefused(journal, () => rederiveWording(database, stale, raw, names));
    }
  }
}

async function rederiveWording(
  database: Database,
  { position, sourceKind, empreinte, derivationVersion, currentEmpreinte }: StaleWording,
  raw: Buffer,
  names: KnownPgpNames,
): Promise<void> {
  const record = parseStored(sourceKind, raw);
  if (record.kind !== "contenu") return;
  const derived = deriveContenu({ record, raw, recordHash: "", sourceKind, isNew: false }, names);
  if (derived.empreinte === empreinte && derivationVersion === DERIVATION_VERSION) return;
  const isOther = currentEmpreinte !== null && derived.empreinte !== currentEmpreinte;
  if (isOther && (await isCurrentButDays(database, position, record)))
    await renameKept(database, position, { empreinte: currentEmpreinte, version: DERIVATION_VERSION });
  else await renewKept(database, position, derived);
}

/** Reports a damaged record: nothing is derived from it. */
function unpackOrNote(stale: StoredRecord & { readonly identifiant: string }, journal: Journal) {
  const raw = unpackRecord(stale);
  if (raw === null) {
    const { identifiant } = stale;
    const message = "Le document officiel enregistré est abîmé : rien n'en est dérivé.";
    journal.note({ line: null, identifiant, message });
  }
  return raw;
}

/** Reports a record that this version of the parser refuses: it stays as another version left it. */
async function unlessRefused(journal: Journal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    journal.note({ line: null, identifiant: error.identifier, message: error.message });
  }
}

interface Rederiving {
  readonly batches: Batches;
  readonly journal: Journal;
  readonly names: KnownPgpNames;
}

async function rederiveRecord(stale: StaleRecord, { batches, journal, names }: Rederiving): Promise<number> {
  const raw = unpackOrNote(stale, journal);
  if (raw === null) return 0;
  const note = (identifiant: string, message: string | null) => {
    if (message !== null) journal.note({ line: null, identifiant, message });
  };
  await unlessRefused(journal, async () => {
    const record = parseStored(stale.sourceKind, raw);
    const received = { ...stale, raw, isNew: false };
    if (record.kind === "contenu") {
      const derived = deriveContenu({ ...received, record }, names);
      note(record.boiId, tellSplitMarks(derived));
      await batches.addEdition(derived, raw.length);
    } else {
      const derived = deriveActualite({ ...received, record }, names);
      note(record.id, tellSplitMarksOfNews(derived));
      await batches.addActualite(derived, raw.length);
    }
    journal.count("rederived");
  });
  return raw.length;
}
