import { existsSync, lstatSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { FullTextWriter } from "../port.ts";
import { PAST, pastFileOf, writerOfParts } from "./parts/writer.ts";
import { attachGathered } from "./postings/pending.ts";
import { openFile, openSqliteFiller } from "./writer.ts";

/**
 * Fills a new index beside the one at `path` and swaps it in atomically: readers switch from the whole old index to the
 * whole new one. When `fill` fails, the old index is kept and the error is rethrown. No other writer may use `path`
 * meanwhile. `path` is a symbolic link to a file named after its generation: SQLite names the WAL after the link's
 * target, so that a WAL can never be mistaken for that of another generation, which would corrupt it. The file of past
 * texts bears its name too (`parts/writer.ts`).
 */
export async function replaceSqliteIndex(
  path: string,
  fill: (writer: FullTextWriter) => Promise<void>,
): Promise<void> {
  const generation = `${path}.${Bun.randomUUIDv7()}`;
  try {
    await fillIndex(generation, fill);
    const link = `${generation}.link`;
    symlinkSync(basename(generation), link);
    renameSync(link, path);
  } catch (error) {
    removeFiles(dirname(path), (name) => name.startsWith(basename(generation)));
    throw error;
  }
  removeOtherGenerations(path, generation);
}

/** Deletes the files left beside `path` by interrupted rebuilds; no writer may use it meanwhile. */
export function removeSqliteLeftovers(path: string): void {
  if (!existsSync(dirname(path))) return;
  const live = liveGeneration(path);
  removeFiles(
    dirname(path),
    (name) => name.startsWith(`${basename(path)}.`) && (live === null || !name.startsWith(live)),
  );
}

/** Name of the file behind the link at `path`; null when there is no link. */
function liveGeneration(path: string): string | null {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? readlinkSync(path) : null;
}

async function fillIndex(generation: string, fill: (writer: FullTextWriter) => Promise<void>): Promise<void> {
  await fillFile(pastFileOf(generation), (past) =>
    fillFile(generation, (present) => fill(writerOfParts({ present, past }))),
  );
}

/** One transaction, as nobody reads the file yet: FTS5 flushes only a large buffer, and SQLite keeps no journal. */
async function fillFile(file: string, fill: (writer: FullTextWriter) => Promise<void>): Promise<void> {
  const database = openFile(file);
  const gathered = `${file}.gathered`;
  try {
    database.run("PRAGMA journal_mode = MEMORY");
    attachGathered(database, gathered);
    database.run("BEGIN");
    const writer = openSqliteFiller(database);
    await fill(writer);
    await writer.settle();
    database.run("COMMIT");
    database.run("PRAGMA journal_mode = WAL");
  } finally {
    database.close();
    rmSync(gathered, { force: true });
  }
}

/** Readers with an old generation open keep reading it until they check `path` again. */
function removeOtherGenerations(path: string, generation: string): void {
  const former = [basename(path), basename(path) + PAST];
  const siblings = new Set(former.flatMap((file) => [`${file}-wal`, `${file}-shm`]).concat(former.slice(1)));
  removeFiles(
    dirname(path),
    (name) =>
      siblings.has(name) || (name.startsWith(`${basename(path)}.`) && !name.startsWith(basename(generation))),
  );
}

function removeFiles(folder: string, isRemoved: (name: string) => boolean): void {
  for (const name of readdirSync(folder).filter(isRemoved)) rmSync(join(folder, name), { force: true });
}
