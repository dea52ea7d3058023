import type { Database } from "../../db/postgres/client.ts";
import type { Journal } from "../journal/journal.ts";
import { Memory } from "../journal/memory.ts";
import { encodeArchived, parseArchived } from "../parse/archived.ts";
import type { ContenuRecord } from "../parse/record.ts";
import type { ArchiveDocument } from "../sources/archive/item.ts";
import { readArchive } from "../sources/archive/read.ts";
import { type ArchiveInventory, sizeOf } from "./archive-inventory.ts";
import { Batches } from "./batches.ts";
import { deriveContenu } from "./derive.ts";
import { type KnownRecords, recordKey } from "./known.ts";
import { KnownPgpNames } from "./pgp-names.ts";
import { countTransitions } from "./store.ts";

export interface ArchiveStoring {
  readonly database: Database;
  readonly journal: Journal;
  readonly signal: AbortSignal;
  readonly known: KnownRecords;
  /** Keys held by archives after this one, whose content prevails. */
  readonly newer: ReadonlySet<string>;
}

/** Writes, in batches, the editions of an archive that the store does not hold, or holds from an export. */
export async function storeArchive(storing: ArchiveStoring, inventory: ArchiveInventory): Promise<void> {
  const { database, journal, signal } = storing;
  const { file, usable, holders } = inventory;
  await journal.beginStage("store");
  const names = await KnownPgpNames.read(database);
  for (const holder of holders) names.add(holder);
  let done = 0;
  const memory = new Memory();
  const batches = new Batches(database, async (transitions) => {
    countTransitions(transitions, journal);
    await journal.advance({ done, total: usable.size });
  });
  for await (const item of readArchive(file, signal)) {
    if (item.kind === "problem" || !usable.has(item.document.path)) continue;
    await storeDocument(item.document, storing, batches, names);
    memory.spent(sizeOf(item.document));
    done += 1;
  }
  await batches.finish();
}

async function storeDocument(
  document: ArchiveDocument,
  { journal, known, newer }: ArchiveStoring,
  batches: Batches,
  names: KnownPgpNames,
): Promise<void> {
  const record = parseArchived(document);
  const key = recordKey(record);
  const stored = known.byKey.get(key);
  const recordHash = hashOf(record);
  const prevails = stored?.sourceKind !== "archive" || (stored.recordHash !== recordHash && !newer.has(key));
  if (!prevails) return journal.count("unchanged");
  const received = { record, raw: encodeArchived(document), recordHash, sourceKind: "archive" as const };
  const edition = deriveContenu(received, names);
  const isNews = stored?.sourceHash !== edition.row.sourceHash;
  if (!isNews) journal.count("unchanged");
  await batches.addEdition(edition, sizeOf(document), isNews);
}

/**
 * Everything that is taken from a record: another archive that gives the same, with other back-references for
 * instance, brings nothing new.
 */
function hashOf({ titre, division, url, contentType, relations, html }: ContenuRecord): string {
  const taken = JSON.stringify([titre, division, url, contentType, relations, html]);
  return new Bun.CryptoHasher("sha256").update(taken).digest("base64");
}
