import { digestOf, type StoreDigest } from "../../../db/engine/digest.ts";
import { readDamagedVectors } from "../../../db/integrity/vectors.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readPassageKeys } from "../passage-keys.ts";
import { pointContent } from "../port.ts";

/**
 * Digest of the passages whose vectors the exact comparison reads from the relational store, read the same way and
 * checked against their seals: in a store in step, none is damaged.
 */
export async function digestEmbedded(database: Database, version: string): Promise<StoreDigest> {
  const damaged = await readDamagedVectors(database, version);
  const entries: string[] = [];
  for (const set of ["present", "past"] as const) {
    for await (const key of readPassageKeys(database, version, set))
      entries.push(damaged.has(key.textHash) ? "" : pointContent(key));
  }
  return digestOf(entries);
}
