import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { FullTextWriter } from "../port.ts";
import { Batch, termsOf } from "./batch.ts";
import { damaged, namingDamage } from "./live-file.ts";
import { readDays } from "./parts/days.ts";
import { pastFileOf, writerOfParts } from "./parts/writer.ts";
import { GATHERED, sortGathered } from "./postings/pending.ts";
import {
  BLOCK_DOCUMENTS,
  blockOf,
  bytesOf,
  documentOf,
  LengthChanges,
  numbersOf,
  type PostingRow,
  readCollection,
  readLeft,
  sealOfRow,
} from "./postings/read-postings.ts";
import { FIELDS, isCurrent, resetTables } from "./schema.ts";
import { SealChanges } from "./seals/changes.ts";
import { assertSealed, type SealKey, type StoredSeal, sealOfEntries } from "./seals/read-seals.ts";
import { assertTitles, sealTitles } from "./seals/titles.ts";
import { readDocumentHashes } from "./snapshot.ts";

/** How long a write waits for another process's write. */
const BUSY_TIMEOUT_MS = 10_000;
/** Size to which a WAL shrinks after a large batch: about the size at which SQLite empties it. */
const WAL_BYTES = 4_194_304;

/**
 * Writer of the index at `path`, created if missing, and of its past texts, in WAL mode: readers and writer never wait
 * for each other. A batch is one transaction of each file. An index of another schema or analyzer counts as empty, and
 * the first `upsert` empties it: to show readers no hole, fill a new one with `replaceSqliteIndex`.
 * @throws {StoreDamaged} as do its methods
 */
export function openSqliteWriter(path: string): FullTextWriter {
  const past = openPart(pastFileOf(path));
  return writerOfParts({ present: openPart(path), past });
}

function openPart(path: string): FullTextWriter {
  const database = namingDamage(() => openForWriting(path));
  let applied = 0;
  const transact = (work: () => void): void =>
    // IMMEDIATE, so that two writers queue instead of failing midway.
    namingDamage(() => database.transaction(work).immediate());
  const write = (change: (batch: Batch) => void): void =>
    transact(() => {
      if (!isCurrent(database)) resetTables(database);
      const batch = new Batch(database);
      change(batch);
      batch.write();
      sealTitles(database);
    });
  return {
    hashes: async () => namingDamage(() => readHashes(database)),
    async upsert(documents) {
      const indexed = documents.map(termsOf);
      write((batch) => {
        for (const { entry } of indexed) batch.remove(entry);
        for (const document of indexed) batch.add(document);
      });
      applied += documents.length;
    },
    async remove(entries) {
      if (!isCurrent(database) || entries.length === 0) return;
      write((batch) => {
        for (const entry of entries) batch.remove(entry);
      });
    },
    async settle() {
      if (isCurrent(database)) transact(() => purgePostings(database));
    },
    applied: () => applied,
    close: async () => database.close(),
  };
}

/**
 * Writer of a file of a new index that nobody reads yet, in the caller's transaction: complete once settled. The caller owns
 * the connection, with the staging file of postings attached (`attachGathered`).
 */
export function openSqliteFiller(database: Database): FullTextWriter {
  resetTables(database);
  const batch = new Batch(database, GATHERED);
  let applied = 0;
  return {
    hashes: async () => readHashes(database),
    async upsert(documents) {
      for (const document of documents) batch.add(termsOf(document));
      applied += documents.length;
    },
    async remove(entries) {
      for (const entry of entries) batch.remove(entry);
    },
    async settle() {
      batch.write();
      sortGathered(database);
      purgePostings(database);
      database.run("INSERT INTO titles (titles) VALUES ('optimize')");
      sealTitles(database);
    },
    applied: () => applied,
    close: async () => {},
  };
}

/** Read-write connection to the file at `path`, created with its folder if missing; otherwise SQLite's defaults. */
export function openFile(path: string): Database {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path, { create: true, strict: true });
  database.run("PRAGMA synchronous = NORMAL");
  return database;
}

function openForWriting(path: string): Database {
  const database = openFile(path);
  database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  database.run("PRAGMA journal_mode = WAL");
  database.run(`PRAGMA journal_size_limit = ${WAL_BYTES}`);
  return database;
}

const POSTINGS = "SELECT term, block, entries FROM postings WHERE field = ? ORDER BY term, block";
const CHECK = "PRAGMA integrity_check(1)";
const SEALS = "SELECT term, block, low, high FROM seals WHERE field = ? ORDER BY term, block";

/**
 * Hash of every text in the file, by entry, after checking everything that searches read against its seals:
 * some tenths of a second for the whole doctrine. Empty for an index that this program did not make.
 * @throws {StoreDamaged}
 */
function readHashes(database: Database): Map<string, string> {
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

/** Seals go row by row: only SQLite can check that each is also found by its key. @throws {StoreDamaged} */
function assertFindable(database: Database): void {
  const row = database.query<{ integrity_check: string }, []>(CHECK).get();
  if (row?.integrity_check !== "ok") throw damaged();
}

const ROWS = "SELECT rowid AS id, field, term, block FROM postings WHERE block = ?";
const ENTRIES = "SELECT entries FROM postings WHERE rowid = ?";
const REPLACE = "UPDATE postings SET entries = ? WHERE rowid = ?";
const REMOVE = "DELETE FROM postings WHERE rowid = ?";

interface Row extends SealKey {
  readonly id: number;
}

/** Deletes the postings of removed documents, within the caller's transaction. */
function purgePostings(database: Database): void {
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
