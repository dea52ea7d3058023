import { digestOf, type StoreDigest } from "../../../db/engine/digest.ts";
import { readDamagedVectors } from "../../../db/integrity/vectors.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readEmbeddedDocuments } from "../../../db/queries/passages.ts";
import { pointContent } from "../port.ts";

/**
 * Digest of the passages whose vectors the exact comparison reads from the relational store, read the same way and
 * checked against their seals: in a store in step, none is damaged.
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
