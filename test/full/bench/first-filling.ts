import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import type { RunCounts, StageReport } from "../../../db/schema/ingestion.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { meilisearchAbsence, startServer } from "../../servers/meilisearch.ts";
import { createDatabase, stopServer } from "../../servers/postgres.ts";
import { qdrantAbsence, startRealQdrant } from "../../servers/real-qdrant.ts";
import { generateCorpus, hasGenerator } from "./corpus.ts";
import { timed } from "./load.ts";

const ROOT = join(import.meta.dir, "../../..");
const TICKS_A_SECOND = 100;

/**
 * A first filling of the three servers, empty, by one run in a process of its own: seconds of each of its stages, and
 * what Qdrant takes of the processor. Everything is on this machine.
 * @param options those of the generator, after its real size: `--documents=1000` for a try.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...options], options: { documents: { type: "string" } } });
  const absence = qdrantAbsence ?? meilisearchAbsence ?? (hasGenerator ? null : "the generator is absent");
  if (absence !== null) {
    console.log(`Rien à mesurer : ${absence}.`);
    return;
  }
  const source = generateCorpus(values.documents === undefined ? [] : ["--documents", values.documents]);
  const [database, meilisearch, qdrant] = await Promise.all([
    createDatabase(),
    startServer(temporaryFolder()),
    startRealQdrant(temporaryFolder()),
  ]);
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  try {
    const elapsedMs = await timed(() =>
      ingest(source, {
        DATABASE_URL: database.url,
        MEILI_URL: meilisearch.url,
        MEILI_KEY: meilisearch.key,
        QDRANT_URL: qdrant.url,
        DATA_DIR: temporaryFolder(),
      }),
    );
    const [done] = await sql<{ stages: StageReport[]; counts: RunCounts; message: string | null }[]>`
      select stages, counts, message from runs order by id desc limit 1`;
    if (done === undefined) throw new Error("the run left no row");
    const { records, embedded } = done.counts;
    console.log(`${records} enregistrements, ${embedded} passages : ${seconds(elapsedMs)} en tout`);
    for (const { stage, durationMs } of done.stages) console.log(`${stage} | ${seconds(durationMs)}`);
    console.log(`Qdrant | ${processorSeconds(qdrant.pid).toFixed(1)} s de processeur`);
    if (done.message !== null) console.log(done.message);
  } finally {
    await sql.end();
    await Promise.all([meilisearch.stop(), qdrant.kill(), database.drop()]);
    await stopServer();
    removeFolders();
  }
}

/** @throws with what the run says when it does not succeed. */
async function ingest(source: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const child = Bun.spawn([process.execPath, "ingest/index.ts", "--source", source], {
    cwd: ROOT,
    env: { ...process.env, ...environment, MODEL: "off", LOG_LEVEL: "error" },
    stdout: "pipe",
    stderr: "ignore",
  });
  const told = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(told);
}

/** Of a process of this machine, where the system tells (Linux). */
function processorSeconds(pid: number): number {
  // After the name, in parentheses: the 12th and 13th fields are its times in ticks.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
