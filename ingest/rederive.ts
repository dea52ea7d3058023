import type { Database } from "../db/client.ts";
import { readStaleActualites } from "../db/ingestion/actualites.ts";
import { readStaleEditions, type StaleRecord } from "../db/ingestion/editions.ts";
import { Batches } from "./batches.ts";
import { deriveActualite, deriveContenu } from "./derive.ts";
import type { Journal } from "./journal.ts";
import { Memory } from "./memory.ts";
import { BadRecord } from "./parse/bad-record.ts";
import { DERIVATION_VERSION } from "./parse/derive.ts";
import { parseRecord } from "./parse/record.ts";

/**
 * Derives again, from the raw source they keep, the editions and actualités of another version of the parser:
 * a fix reaches every stored edition and makes no change of the doctrine.
 */
export async function rederive(database: Database, journal: Journal): Promise<void> {
  await journal.beginStage("rederive");
  let done = 0;
  const memory = new Memory();
  const batches = new Batches(database, async (_, actualites) => {
    await journal.advance({ done, total: done + actualites });
  });
  const readers = [
    readStaleEditions(database, DERIVATION_VERSION),
    readStaleActualites(database, DERIVATION_VERSION),
  ];
  for (const reader of readers) {
    for await (const page of reader) {
      for (const stale of page) memory.spent(await rederiveRecord(stale, batches, journal));
      done += page.length;
    }
    await batches.finish();
  }
}

/** Gives the size of the record. */
async function rederiveRecord(stale: StaleRecord, batches: Batches, journal: Journal): Promise<number> {
  const raw = Bun.zstdDecompressSync(stale.raw);
  try {
    const record = parseRecord(raw.toString());
    const received = { ...stale, raw };
    if (record.kind === "contenu")
      await batches.addEdition(deriveContenu({ ...received, record }), raw.length);
    else await batches.addActualite(deriveActualite({ ...received, record }), raw.length);
    journal.count("rederived");
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    journal.note({ line: null, identifiant: error.identifier, message: error.message });
  }
  return raw.length;
}
