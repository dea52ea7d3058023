import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connectServer, disconnect } from "../../../db/postgres/client.ts";
import { openRelational } from "../../../db/postgres/open.ts";
import { derivedFullText } from "../../../ingest/derived/fulltext.ts";
import { rebuildBeside } from "../../../ingest/derived/in-step.ts";
import { openFullTextIndex, openFullTextReader } from "../../../search/fulltext/open.ts";
import { pastFileOf } from "../../../search/fulltext/sqlite/parts/writer.ts";
import { EMBEDDED_ENGINES } from "../../fixtures/engines.ts";
import { temporaryFolder } from "../../folders.ts";
import { createDataDir } from "../../servers/pglite.ts";
import type { Outcome } from "./campaign.ts";
import type { EmbeddedPoint } from "./embedded-points.ts";
import { type ImportName, reference } from "./references.ts";
import { startRun, wordsOf } from "./run.ts";
import { fullTextSearch, searchMeanwhile } from "./searches.ts";
import { differences, type Lines } from "./state/lines.ts";
import { dumpRelational } from "./state/relational.ts";
import { dumpSqlite } from "./state/sqlite.ts";

/**
 * Kills the import on embedded engines filled with what precedes it, repeats it and compares: the relational
 * store with that of the servers, row by row, and the index with one that is filled from there at once.
 */
export async function killEmbedded({ import: name, after, delayMs }: EmbeddedPoint): Promise<Outcome> {
  const { source, state } = await reference(name);
  const dataDir = name === "first" ? await createDataDir() : await copyOfFirst();
  const reader = openFullTextReader({ ...EMBEDDED_ENGINES, dataDir });
  const searcher = searchMeanwhile([fullTextSearch(reader)], name === "first");
  const faults: string[] = [];
  try {
    const run = startRun(source, { DATA_DIR: dataDir });
    if (after !== null) await run.shows(after);
    await Bun.sleep(delayMs);
    await run.kill();
    const again = await startRun(source, { DATA_DIR: dataDir }).ended;
    if (again.code !== 0) faults.push(`the next run fails: ${wordsOf(again)}`);
    faults.push(...(await searcher.stop()));
    const relational = differences(state.relational, await dumpStore(dataDir, faults));
    const fullText = differences(await expectedIndex(name), dumpIndex(dataDir));
    return { isCompared: true, differences: [...relational, ...fullText], faults };
  } finally {
    await searcher.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function dumpStore(dataDir: string, faults: string[]): Promise<Lines> {
  const store = await openRelational({ database: { kind: "embedded" }, dataDir });
  try {
    const sql = store.database.$client;
    const [open] = await sql<
      { count: number }[]
    >`select count(*)::int as count from runs where status in ('running', 'queued')`;
    if (open?.count !== 0) faults.push(`${open?.count} runs have no end`);
    const generations = readdirSync(dataDir).filter(
      (file) => /^fulltext\.sqlite\.[\w-]+$/.test(file) && !/-(wal|shm|passe)$/.test(file),
    );
    if (generations.length !== 1) faults.push(`${generations.length} indexes are left`);
    return await dumpRelational(sql);
  } finally {
    await store.close();
  }
}

const indexes = new Map<ImportName, Promise<Lines>>();

/** The index that the relational store of the servers gives, filled at once. */
function expectedIndex(name: ImportName): Promise<Lines> {
  const known = indexes.get(name) ?? fillIndex(name);
  indexes.set(name, known);
  return known;
}

async function fillIndex(name: ImportName): Promise<Lines> {
  const { after } = await reference(name);
  const dataDir = temporaryFolder();
  const database = connectServer({ url: after.database.url }, 1);
  await rebuildBeside(derivedFullText(database, openFullTextIndex({ ...EMBEDDED_ENGINES, dataDir })));
  await disconnect(database);
  return dumpIndex(dataDir);
}

/** Both files of the index: texts in force, then those of the past. */
function dumpIndex(dataDir: string): Lines {
  const path = join(dataDir, "fulltext.sqlite");
  return [...dumpSqlite(path), ...dumpSqlite(pastFileOf(path)).map((line) => `past ${line}`)];
}

let first: Promise<string> | null = null;

async function copyOfFirst(): Promise<string> {
  first ??= importFirst();
  const dataDir = temporaryFolder();
  cpSync(await first, dataDir, { recursive: true, verbatimSymlinks: true });
  return dataDir;
}

async function importFirst(): Promise<string> {
  const dataDir = temporaryFolder();
  cpSync(await createDataDir(), dataDir, { recursive: true });
  const { source } = await reference("first");
  const ended = await startRun(source, { DATA_DIR: dataDir }).ended;
  if (ended.code !== 0) throw new Error(`the first import does not succeed by itself: ${wordsOf(ended)}`);
  return dataDir;
}
