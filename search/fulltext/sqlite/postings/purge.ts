import type { Database } from "bun:sqlite";
import { SealChanges } from "../seals/changes.ts";
import { type SealKey, sealOfEntries } from "../seals/seal.ts";
import { BLOCK_DOCUMENTS, blockOf, bytesOf, documentOf, numbersOf } from "./entry.ts";
import { LengthChanges, readLeft } from "./lengths.ts";

const ROWS = "SELECT rowid AS id, field, term, block FROM postings WHERE block = ?";
const ENTRIES = "SELECT entries FROM postings WHERE rowid = ?";
const REPLACE = "UPDATE postings SET entries = ? WHERE rowid = ?";
const REMOVE = "DELETE FROM postings WHERE rowid = ?";

interface Row extends SealKey {
  readonly id: number;
}

/** Deletes the postings of removed documents, within the caller's transaction. */
export function purgePostings(database: Database): void {
  const left = readLeft(database);
  if (left.size === 0) return;
  for (const block of new Set([...left].map(blockOf))) purgeBlock(database, block, left);
  const lengths = new LengthChanges(database);
  for (const id of left) lengths.forget(id);
  lengths.write();
}

function purgeBlock(database: Database, block: number, left: ReadonlySet<number>): void {
  const first = block * BLOCK_DOCUMENTS;
  const entries = database.query<{ entries: Uint8Array }, [number]>(ENTRIES);
  const seals = new SealChanges(database);
  for (const { id, ...key } of database.query<Row, [number]>(ROWS).all(block)) {
    const held = numbersOf(entries.get(id)?.entries ?? new Uint8Array());
    const kept = held.filter((entry) => !left.has(documentOf(entry, first)));
    if (kept.length === held.length) continue;
    seals.subtract(
      key,
      sealOfEntries(
        key,
        held.filter((entry) => left.has(documentOf(entry, first))),
      ),
    );
    if (kept.length === 0) database.query(REMOVE).run(id);
    else database.query(REPLACE).run(bytesOf(kept), id);
  }
}
