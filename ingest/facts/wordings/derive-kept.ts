import type { DerivedEdition } from "../../../db/ingestion/derived-edition.ts";
import { readKeptRecord } from "../../../db/ingestion/wordings/kept-wordings.ts";
import { unpackRecord } from "../../../db/integrity/stored-record.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { deriveContenu, type KnownPgp } from "../derive.ts";
import { parseStored } from "../records/parse-stored.ts";

/**
 * The content of a wording kept aside, derived from its official record; null when that is missing or damaged.
 * @param wordingId its row.
 */
export async function deriveKept(
  database: Database,
  wordingId: number,
  names: KnownPgp,
): Promise<DerivedEdition | null> {
  const kept = await readKeptRecord(database, wordingId);
  const raw = kept && unpackRecord(kept);
  if (kept === null || raw === null) return null;
  const record = parseStored(kept.sourceKind, raw);
  if (record.kind !== "contenu") return null;
  return deriveContenu({ ...kept, record, raw, isNew: true }, names, null);
}
