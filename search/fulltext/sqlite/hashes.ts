import type { Database } from "bun:sqlite";
import { damaged } from "./damage.ts";
import { readDocumentHashes } from "./documents.ts";
import { readDays } from "./parts/days.ts";
import { readCollection } from "./postings/lengths.ts";
import { type PostingRow, sealOfRow } from "./postings/read-postings.ts";
import { FIELDS, isCurrent } from "./schema.ts";
import { assertSealed, type StoredSeal } from "./seals/read-seals.ts";
import { assertTitles } from "./seals/titles.ts";

const POSTINGS = "SELECT term, block, entries FROM postings WHERE field = ? ORDER BY term, block";
const CHECK = "PRAGMA integrity_check(1)";
const SEALS = "SELECT term, block, low, high FROM seals WHERE field = ? ORDER BY term, block";

/**
 * Hash of every text in the file, by entry, after checking everything that searches read against its seals:
 * some tenths of a second for the whole doctrine. Empty for an index that this program did not make.
 * @throws {StoreDamaged}
 */
export function readHashes(database: Database): Map<string, string> {
  if (!isCurrent(database)) return new Map();
  for (const field of FIELDS) {
    const rows = database.query<PostingRow, [string]>(POSTINGS).iterate(field);
    assertSealed(field, rows, database.query<StoredSeal, [string]>(SEALS).iterate(field), sealOfRow);
  }
  readDays(database, readCollection(database).capacity);
  assertTitles(database);
  const hashes = readDocumentHashes(database);
  assertFindable(database);
  return hashes;
}

/**
 * Seals are checked row by row: only SQLite can check that each row is also found by its key.
 * @throws {StoreDamaged}
 */
function assertFindable(database: Database): void {
  const row = database.query<{ integrity_check: string }, []>(CHECK).get();
  if (row?.integrity_check !== "ok") throw damaged();
}
