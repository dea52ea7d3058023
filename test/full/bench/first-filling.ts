import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import type { RunCounts, StageReport } from "../../../db/schema/ingestion.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { meilisearchAbsence, startServer } from "../../servers/meilisearch.ts";
import { createDatabase, stopServer } from "../../servers/postgres.ts";
import { qdrantAbsence, startRealQdrant } from "../../servers/real-qdrant.ts";
import { generateCorpus } from "./corpus.ts";
import { timed } from "./load.ts";

const ROOT = join(import.meta.dir, "../../..");
const TICKS_A_SECOND = 100;

/**
 * A first filling of the three servers, empty, by one run in a process of its own: seconds of each of its stages, and
 * the processor time of the run and of each server, which a busy machine does not change. Everything is on this machine.
 * @param options `--documents=1000` of the generator for a try, in place of its real size; `--program=FOLDER` another
 *   release, installed there.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { documents: { type: "string" }, program: { type: "string", default: ROOT } },
  });
  const absence = qdrantAbsence ?? meilisearchAbsence;
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
    let own = { seconds: 0, peakBytes: 0 };
    const elapsedMs = await timed(async () => {
      own = await ingest(values.program, source, {
        DATABASE_URL: database.url,
        MEILI_URL: meilisearch.url,
        MEILI_KEY: meilisearch.key,
        QDRANT_URL: qdrant.url,
        DATA_DIR: temporaryFolder(),
      });
    });
    const [done] = await sql<{ stages: StageReport[]; counts: RunCounts; message: string | null }[]>`
      select stages, counts, message from runs order by id desc limit 1`;
    if (done === undefined) throw new Error("the run left no row");
    const { records, embedded } = done.counts;
    console.log(`${records} enregistrements, ${embedded} passages : ${seconds(elapsedMs)} en tout`);
    for (const { stage, durationMs } of done.stages) console.log(`${stage} | ${seconds(durationMs)}`);
    const taken = new Map([["run", own.seconds], ...childrenOf(process.pid).map(processorOf)]);
    for (const [name, taking] of taken) console.log(`${name} | ${taking.toFixed(1)} s de processeur`);
    const whole = taken.values().reduce((sum, taking) => sum + taking, 0);
    console.log(`l'ensemble | ${whole.toFixed(1)} s de processeur`);
    console.log(`mémoire du worker | ${Math.round(own.peakBytes / 1e6)} Mo au plus`);
    if (done.message !== null) console.log(done.message);
  } finally {
    await sql.end();
    await Promise.all([meilisearch.stop(), qdrant.kill(), database.drop()]);
    await stopServer();
    removeFolders();
  }
}

/** Returns the processor seconds of the run, and its greatest memory. @throws with the output of one that fails. */
async function ingest(
  program: string,
  source: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ seconds: number; peakBytes: number }> {
  const child = Bun.spawn([process.execPath, "ingest/index.ts", "--source", source], {
    cwd: program,
    env: { ...process.env, ...environment, MODEL: "off", LEGI_SOURCE: "off", LOG_LEVEL: "error" },
    stdout: "pipe",
    stderr: "ignore",
  });
  const told = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(told);
  const usage = child.resourceUsage();
  return { seconds: Number(usage?.cpuTime.total ?? 0) / 1e6, peakBytes: usage?.maxRSS ?? 0 };
}

/** Name and processor seconds of a process and its children, ended ones included (Linux). */
function processorOf(pid: number): readonly [string, number] {
  const [title = "", rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  // After the name, in parentheses: the 12th to 15th fields are its times and those of its ended children, in ticks.
  const ticks = rest.split(" ").slice(11, 15).map(Number);
  const own = ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND;
  const children = childrenOf(pid).reduce((sum, child) => sum + processorOf(child)[1], 0);
  return [title.split("(")[1] ?? title, own + children];
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    (readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").match(/\d+/g) ?? []).map(Number),
  );
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
