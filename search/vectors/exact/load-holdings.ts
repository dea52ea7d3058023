import { isPastEntry, type TextSet } from "../../../db/engine/dated-texts.ts";
import { StoreDamaged } from "../../../db/engine/unavailable.ts";
import { DAMAGED_VECTORS } from "../../../db/integrity/vectors.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type EmbeddedDocument, readEmbeddedDocuments, readVectors } from "../../../db/queries/passages.ts";
import { type HeldText, Holdings } from "./holdings.ts";

/** Some 350 KB on the wire: blocks PGlite for a few milliseconds. */
const VECTORS_PER_STATEMENT = 256;

/** Their read buffers are garbage, up to 500 MB of it at full size if left to accumulate. */
const VECTORS_PER_COLLECTION = 32 * VECTORS_PER_STATEMENT;

/** Which vectors to load. */
export interface VersionOfSet {
  readonly version: string;
  readonly set: TextSet;
}

/** Loads a version's current vectors of a set, but for those in `known`. @throws {StoreDamaged} when a seal differs */
export async function loadHoldings(
  database: Database,
  { version, set }: VersionOfSet,
  known: readonly Holdings[],
): Promise<Holdings> {
  const documents: EmbeddedDocument[] = [];
  for await (const page of readEmbeddedDocuments(database, version, set)) {
    documents.push(...page.filter(({ passages }) => passages.length > 0));
  }
  const holdings = layOut(version, documents);
  const missing = copyHeld(holdings, known);
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
  const texts: HeldText[] = [];
  const textHashes: string[] = [];
  for (const { boiId, domaine, passages } of documents) {
    const first = textHashes.length;
    textHashes.push(...passages.map(({ textHash }) => textHash));
    const document = { boiId, domaine, first, last: textHashes.length };
    for (const [entry, rows] of rowsByText(passages, first))
      texts.push({ entry, ...document, ...(isPastEntry(entry) ? { rows } : {}) });
  }
  return new Holdings(version, texts, textHashes);
}

/** The rows of each text of a document, of which the passages start at `first`. */
function rowsByText(passages: EmbeddedDocument["passages"], first: number): Map<string, number[]> {
  const byText = new Map<string, number[]>();
  for (const [at, { entries }] of passages.entries()) {
    for (const entry of entries) {
      const rows = byText.get(entry) ?? [];
      byText.set(entry, rows);
      rows.push(first + at);
    }
  }
  return byText;
}

/** Copies the vectors already in memory; returns the rows of the others by hash. */
function copyHeld(holdings: Holdings, known: readonly Holdings[]): Map<string, number[]> {
  const knownRows = known.map((held) => new Map(held.textHashes.map((textHash, row) => [textHash, row])));
  const missing = new Map<string, number[]>();
  for (const [row, textHash] of holdings.textHashes.entries()) {
    const at = knownRows.findIndex((rows) => rows.has(textHash));
    const held = known[at];
    const knownRow = knownRows[at]?.get(textHash);
    if (held === undefined || knownRow === undefined)
      missing.set(textHash, [...(missing.get(textHash) ?? []), row]);
    else holdings.setVector(row, held.componentsOf(knownRow), held.scales[knownRow] ?? 0);
  }
  return missing;
}
