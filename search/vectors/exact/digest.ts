import { digestOf, type StoreDigest } from "../../../db/engine/digest.ts";
import { readDamagedVectors } from "../../../db/integrity/vectors.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readEmbeddedDocuments } from "../../../db/queries/passages.ts";
import { pointContent } from "../port.ts";

/**
 * Digest of the passages whose vectors an exact comparison reads in the relational store, read as it reads them and
 * checked against their seals: those of a store in step are all as they were written.
 */
export async function digestEmbedded(database: Database, version: string): Promise<StoreDigest> {
  const damaged = await readDamagedVectors(database, version);
  const entries: string[] = [];
  for await (const page of readEmbeddedDocuments(database, version)) {
    for (const { boiId, domaine, textHashes } of page) {
      for (const textHash of textHashes)
        entries.push(damaged.has(textHash) ? "" : pointContent({ boiId, domaine, textHash }));
    }
  }
  return digestOf(entries);
}
