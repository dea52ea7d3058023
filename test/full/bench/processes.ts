import { join } from "node:path";
import { parseArgs } from "node:util";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { type ApiProcess, startApi } from "../../servers/api.ts";
import { meilisearchAbsence, startServer } from "../../servers/meilisearch.ts";
import { serverAbsence, startOwnServer } from "../../servers/postgres.ts";
import { smallSource } from "./corpus.ts";
import { type BenchRequest, measureFromOutside } from "./load.ts";

const ROOT = join(import.meta.dir, "../../..");
const CLIENTS = 48;
const KEYS = 12;
const DOCUMENTS = 200;
const MOST_PROCESSES = 3;

/**
 * Kept documents a second from one to three API processes that share a PostgreSQL server which writes as in production,
 * a Meilisearch and this machine: the clients are shared out among the processes, under one key and then under twelve.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { rounds: { type: "string", default: "3" }, milliseconds: { type: "string", default: "4000" } },
  });
  const absence = serverAbsence ?? meilisearchAbsence;
  if (absence !== null) {
    console.log(`Rien à mesurer : ${absence}.`);
    return;
  }
  const postgres = await startOwnServer();
  const meilisearch = await startServer(temporaryFolder());
  const environment = {
    DATABASE_URL: postgres.url,
    MEILI_URL: meilisearch.url,
    MEILI_KEY: meilisearch.key,
    DATA_DIR: temporaryFolder(),
    SOURCE: smallSource(),
    MODEL: "off",
    LEGI_SOURCE: "off",
  };
  const processes: ApiProcess[] = [];
  try {
    await command(["ingest/index.ts"], environment);
    const keys = await Promise.all(Array.from({ length: KEYS }, () => createKey(environment)));
    console.log(`processus | une clé, réponses par seconde | p99 (ms) | ${KEYS} clés | p99 (ms)`);
    while (processes.length < MOST_PROCESSES) {
      processes.push(await startApi(environment));
      const paths = await readPaths(processes[0]?.url ?? "", keys[0] ?? "");
      const measured = [keys.slice(0, 1), keys].map((used) => requestsOf(paths, used));
      const cells: string[] = [];
      for (const requests of measured) {
        const rounds: { perSecond: number; p99: number }[] = [];
        // The first round is the warm-up.
        for (let round = 0; round <= Number(values.rounds); round += 1)
          rounds.push(await loadAll(processes, requests, Number(values.milliseconds)));
        const [best] = rounds.slice(1).toSorted((a, b) => b.perSecond - a.perSecond);
        cells.push(`${Math.round(best?.perSecond ?? 0)} | ${best?.p99.toFixed(1)}`);
      }
      console.log(`${processes.length} | ${cells.join(" | ")}`);
    }
  } finally {
    await Promise.all(processes.map((process) => process.stop()));
    await Promise.all([postgres.stop(), meilisearch.stop()]);
    removeFolders();
  }
}

/** The clients shared out among processes, all at once. */
async function loadAll(
  processes: readonly ApiProcess[],
  requests: readonly BenchRequest[],
  durationMs: number,
): Promise<{ readonly perSecond: number; readonly p99: number }> {
  const concurrency = CLIENTS / processes.length;
  const loads = await Promise.all(
    processes.map(({ url }) => measureFromOutside({ url, requests, concurrency, durationMs })),
  );
  return {
    perSecond: loads.reduce((sum, load) => sum + load.perSecond, 0),
    p99: Math.max(...loads.map((load) => load.p99)),
  };
}

function requestsOf(paths: readonly string[], keys: readonly string[]): BenchRequest[] {
  return paths.map((path, rank) => ({ path, headers: { "X-API-Key": keys[rank % keys.length] ?? "" } }));
}

async function readPaths(url: string, key: string): Promise<string[]> {
  const answer = await fetch(`${url}/v1/changes?since=2012-09-12&limit=1000`, {
    headers: { "x-api-key": key },
  });
  const text = await answer.text();
  const ids = [...text.matchAll(/"boi_id":"([^"]+)"/g)].map(([, id = ""]) => id);
  const inForce: string[] = [];
  for (const id of new Set(ids)) {
    const found = await fetch(`${url}/v1/boi/${id}`, { headers: { "x-api-key": key } });
    await found.arrayBuffer();
    if (found.status === 200) inForce.push(`/v1/boi/${id}`);
    if (inForce.length === DOCUMENTS) break;
  }
  return inForce;
}

async function createKey(environment: Readonly<Record<string, string>>): Promise<string> {
  const terms = ["--plan", "interne", "--quota", "100000000", "--minute", "1000000"];
  const printed = await command(["src/keys.ts", "create", "--name", "banc", ...terms], environment);
  return /boi_\w{38}/.exec(printed)?.[0] ?? "";
}

/** @throws with the output of a command that fails. */
async function command(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const child = Bun.spawn([process.execPath, ...words], {
    cwd: ROOT,
    env: { ...process.env, ...environment, LOG_LEVEL: "error" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [told, complaint] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`${told}${complaint}`);
  return told;
}
