import { StoreDamaged } from "../../../db/engine/damaged.ts";
import { DAMAGED_VECTORS } from "../../../db/integrity/vectors.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type EmbeddedDocument, readEmbeddedDocuments, readVectors } from "../../../db/queries/passages.ts";
import { type HeldDocument, Holdings } from "./holdings.ts";

/** Some 350 KB on the wire: blocks PGlite for a few milliseconds. */
const VECTORS_PER_STATEMENT = 256;

/** Their read buffers are garbage, up to 500 MB of it at full size if left to accumulate. */
const VECTORS_PER_COLLECTION = 32 * VECTORS_PER_STATEMENT;

/**
 * Loads the current vectors of a version from the relational store; those already in memory are not read again.
 * @param previous of the same version.
 * @throws {StoreDamaged} when a vector does not match its seal.
 */
export async function loadHoldings(
  database: Database,
  version: string,
  previous: Holdings | null,
): Promise<Holdings> {
  const documents: EmbeddedDocument[] = [];
  for await (const page of readEmbeddedDocuments(database, version)) {
    documents.push(...page.filter(({ textHashes }) => textHashes.length > 0));
  }
  const holdings = layOut(version, documents);
  const missing = copyHeld(holdings, previous);
  const textHashes = [...missing.keys()];
  for (let start = 0; start < textHashes.length; start += VECTORS_PER_STATEMENT) {
    if (start % VECTORS_PER_COLLECTION === 0) Bun.gc(true);
    const batch = textHashes.slice(start, start + VECTORS_PER_STATEMENT);
    for (const { textHash, components, scale, isWhole } of await readVectors(database, version, batch)) {
      if (!isWhole) throw new StoreDamaged("vectors", DAMAGED_VECTORS);
      for (const row of missing.get(textHash) ?? []) holdings.setVector(row, components, scale);
    }
  }
  return holdings;
}

function layOut(version: string, documents: readonly EmbeddedDocument[]): Holdings {
  const held: HeldDocument[] = [];
  const textHashes: string[] = [];
  for (const { boiId, domaine, textHashes: own } of documents) {
    const first = textHashes.length;
    textHashes.push(...own);
    held.push({ boiId, domaine, first, last: textHashes.length });
  }
  return new Holdings(version, held, textHashes);
}

/** Copies the vectors already in memory; returns the rows of the others by hash. */
function copyHeld(holdings: Holdings, previous: Holdings | null): Map<string, number[]> {
  const knownRows = new Map(previous?.textHashes.map((textHash, row) => [textHash, row]));
  const missing = new Map<string, number[]>();
  for (const [row, textHash] of holdings.textHashes.entries()) {
    const knownRow = knownRows.get(textHash);
    if (previous === null || knownRow === undefined)
      missing.set(textHash, [...(missing.get(textHash) ?? []), row]);
    else holdings.setVector(row, previous.componentsOf(knownRow), previous.scales[knownRow] ?? 0);
  }
  return missing;
}
