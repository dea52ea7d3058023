import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { FullTextWriter } from "../port.ts";
import { Batch } from "./batch.ts";
import { namingDamage } from "./damage.ts";
import { readHashes } from "./hashes.ts";
import { pastFileOf } from "./parts/past-file.ts";
import { writerOfParts } from "./parts/writer.ts";
import { purgePostings } from "./postings/purge.ts";
import { GATHERED, sortGathered } from "./postings/sorting.ts";
import { isCurrent, resetTables } from "./schema.ts";
import { sealTitles } from "./seals/titles.ts";
import { termsOf } from "./terms.ts";

/** How long a write waits for another process's write. */
const BUSY_TIMEOUT_MS = 10_000;
/** Size to which a WAL shrinks after a large batch: about the size at which SQLite empties it. */
const WAL_BYTES = 4_194_304;

/**
 * Writer of the full-text index at `path`, created if missing, and of its file of past texts. Each file is in WAL mode: readers and the writer never
 * wait for each other. A batch is one atomic transaction of each. An index of another schema or analyzer counts as empty, and
 * the first `upsert` empties it: a caller that must not show readers a hole fills a new one with
 * `replaceSqliteIndex`.
 * @throws {StoreDamaged} as do its methods, when the file is proved to be damaged
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
