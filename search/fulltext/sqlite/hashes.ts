import type { Database } from "bun:sqlite";
import { damaged } from "./damage.ts";
import { readDocumentHashes } from "./documents.ts";
import { readCollection } from "./postings/lengths.ts";
import { type PostingRow, sealOfRow } from "./postings/read.ts";
import { FIELDS, isCurrent } from "./schema.ts";
import { assertSealed, type KeptSeal } from "./seals/read.ts";
import { assertTitles } from "./seals/titles.ts";

const POSTINGS = "SELECT term, block, entries FROM postings WHERE field = ? ORDER BY term, block";
const CHECK = "PRAGMA integrity_check(1)";
const SEALS = "SELECT term, block, low, high FROM seals WHERE field = ? ORDER BY term, block";

/**
 * Hash of every document that the index holds, by identifier, once all that answers searches is proved to be what was
 * written: some tenths of a second for the whole doctrine. Empty for an index that this program did not make.
 * @throws {StoreDamaged}
 */
export function readHashes(database: Database): Map<string, string> {
  if (!isCurrent(database)) return new Map();
  for (const field of FIELDS) {
    const rows = database.query<PostingRow, [string]>(POSTINGS).iterate(field);
    assertSealed(field, rows, database.query<KeptSeal, [string]>(SEALS).iterate(field), sealOfRow);
  }
  readCollection(database);
  assertTitles(database);
  const hashes = readDocumentHashes(database);
  assertFindable(database);
  return hashes;
}

/** Seals are read row after row: that each row is also found by its key is for SQLite to say. @throws {StoreDamaged} */
function assertFindable(database: Database): void {
  const row = database.query<{ integrity_check: string }, []>(CHECK).get();
  if (row?.integrity_check !== "ok") throw damaged();
}
