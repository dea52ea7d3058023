import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Database } from "../../../db/postgres/database.ts";
import { openRelational } from "../../../db/postgres/open.ts";
import { AWAY, NO_VECTORS } from "../../fixtures/absent-stores.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { ingester } from "../../integration/ingest/exports.ts";
import { randomOf } from "../faults/random.ts";
import { generateCorpus } from "./corpus.ts";
import { timed } from "./load.ts";
import { reissued } from "./reissued.ts";

const MEBIBYTE = 2 ** 20;
/** The tables that a year of changes fills. */
const TABLES = [
  "editions",
  "edition_contents",
  "passages",
  "wordings",
  "kept_texts",
  "kept_sources",
] as const;
const FIRST_WEEK = Date.UTC(2027, 0, 4);
const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * What a year of weekly exports costs the relational store, embedded: its size, and how long ingestion takes, derived
 * stores aside. Of the changes of a week, half begin an edition and half rectify one under its date.
 * @param options `--documents=N` of the corpus's generator, `--changes=N` a week, `--weeks=N`.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      documents: { type: "string", default: "1000" },
      changes: { type: "string", default: "10" },
      weeks: { type: "string", default: "52" },
    },
  });
  const source = generateCorpus(["--documents", values.documents]);
  const lines = (await Bun.file(source).text()).trim().split("\n");
  const store = await openRelational({ database: { kind: "embedded" }, dataDir: temporaryFolder() });
  const { database } = store;
  const ingest = (week: number) => timed(() => ingestWeek(database, lines, week));
  const first = await ingest(0);
  const before = await sizes(database);
  const times: number[] = [];
  for (let week = 1; week <= Number(values.weeks); week += 1) {
    change(lines, week, Number(values.changes));
    times.push(await ingest(week));
  }
  const after = await sizes(database);
  const quarter = Math.ceil(times.length / 4);
  console.log(`${lines.length} enregistrements, ${values.weeks} semaines de ${values.changes} changements`);
  console.log(`premier import : ${(first / 1_000).toFixed(1)} s`);
  console.log(`une semaine, premier quart : ${mean(times.slice(0, quarter)).toFixed(2)} s`);
  console.log(`une semaine, dernier quart : ${mean(times.slice(-quarter)).toFixed(2)} s`);
  console.log("table | avant (Mio) | après (Mio)");
  for (const [name, size] of after)
    console.log([name, shown(before.get(name) ?? 0), shown(size)].join(" | "));
  await store.close();
  removeFolders();
}

async function ingestWeek(database: Database, lines: readonly string[], week: number): Promise<void> {
  const path = join(temporaryFolder(), "export.jsonl");
  writeFileSync(path, `${lines.join("\n")}\n`);
  const now = new Date(FIRST_WEEK + week * WEEK_MS).toISOString();
  const run = await ingester(database, now).ingest(path, { fullText: AWAY, vectors: NO_VECTORS });
  if (run.status !== "succeeded") throw new Error(run.message ?? run.status);
}

/** Half of the changes begin an edition, half rectify one under its date. */
function change(lines: string[], week: number, changes: number): void {
  const random = randomOf(week, "year");
  const date = new Date(FIRST_WEEK + week * WEEK_MS).toISOString().slice(0, "YYYY-MM-DD".length);
  for (let count = 0; count < changes; ) {
    const rank = random.below(lines.length);
    const changed = reissued(lines[rank] ?? "", count % 2 === 0 ? date : null, `Semaine ${week}.`);
    if (changed === null) continue;
    lines[rank] = changed;
    count += 1;
  }
}

async function sizes(database: Database): Promise<Map<string, number>> {
  const sizeOf = async (name: string) => {
    const [row] = await database.$client<{ size: number }[]>`
      select pg_total_relation_size(${name}::regclass)::int as size`;
    return row?.size ?? 0;
  };
  const [whole] = await database.$client<{ size: number }[]>`
    select pg_database_size(current_database())::int as size`;
  const found = new Map<string, number>();
  for (const table of TABLES) found.set(table, await sizeOf(table));
  return found.set("la base", whole?.size ?? 0);
}

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length / 1_000;
}

function shown(size: number): string {
  return (size / MEBIBYTE).toFixed(1);
}
