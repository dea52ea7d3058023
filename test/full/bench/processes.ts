import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { type ApiProcess, startApi } from "../../servers/api.ts";
import { meilisearchAbsence, startServer } from "../../servers/meilisearch.ts";
import { serverAbsence, startOwnServer } from "../../servers/postgres.ts";
import { randomOf } from "../faults/random.ts";
import type { AdmissionOrder } from "./admission-load.ts";
import { smallSource } from "./corpus.ts";
import { type BenchRequest, measureBy, measureFromOutside } from "./load.ts";

const ROOT = join(import.meta.dir, "../../..");
const CLIENTS = 48;
/** Of searches never made: more would wait for Meilisearch, until its limit. */
const SEARCHING_CLIENTS = 12;
const KEYS = 12;
const DOCUMENTS = 200;
/** Long enough to be no stop word, which alone beside an OU is refused. */
const LONG_WORD = /\p{L}{7,}/gu;
/** New answers of one process in one round: more than it makes. */
const NEW_A_ROUND = 4_000;
/** The programs that admit open their store before they begin together. */
const STARTING_MS = 4_000;

interface Pace {
  readonly rounds: number;
  readonly durationMs: number;
}

/**
 * Answers a second from one to four API processes that share a PostgreSQL server which writes as in production, and a
 * Meilisearch: admission alone (no HTTP) and kept documents, under one key and then under twelve, and searches never
 * made. Clients are shared out among the processes. The stores have processor cores of their own, the API processes and
 * the clients the others: `--stores=0-1 --apis=2-7`, as `taskset` reads them; `--unpinned` leaves them all together.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      rounds: { type: "string", default: "3" },
      milliseconds: { type: "string", default: "4000" },
      processes: { type: "string", default: "4" },
      stores: { type: "string" },
      apis: { type: "string" },
      unpinned: { type: "boolean", default: false },
    },
  });
  const absence = serverAbsence ?? meilisearchAbsence;
  if (absence !== null) {
    console.log(`Rien à mesurer : ${absence}.`);
    return;
  }
  const pins = values.unpinned ? null : pinsOf(values.stores, values.apis);
  const pace = { rounds: Number(values.rounds), durationMs: Number(values.milliseconds) };
  console.log(
    `${availableParallelism()} cœurs ; moteurs sur ${pins?.stores ?? "tous"}, API et clients sur ${pins?.apis ?? "tous"} ; charge de la machine au début : ${told(loadavg())}`,
  );
  if (pins !== null) pinThisProcess(pins.stores);
  const postgres = await startOwnServer();
  const meilisearch = await startServer(temporaryFolder());
  if (pins !== null) pinThisProcess(pins.apis);
  try {
    await measureStores(postgres.url, meilisearch, Number(values.processes), pace);
  } finally {
    await Promise.all([postgres.stop(), meilisearch.stop()]);
    removeFolders();
  }
  console.log(`charge de la machine à la fin : ${told(loadavg())}`);
}

async function measureStores(
  databaseUrl: string,
  meilisearch: { readonly url: string; readonly key: string },
  most: number,
  pace: Pace,
): Promise<void> {
  const environment = {
    DATABASE_URL: databaseUrl,
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
    processes.push(await startApi(environment));
    const { paths, words } = await readMaterial(processes[0]?.url ?? "", keys[0] ?? "");
    const searches = neverMade(words);
    console.log(HEADING);
    for (let count = 1; count <= most; count += 1) {
      if (count > processes.length) processes.push(await startApi(environment));
      const kept = (used: readonly string[]) => () =>
        loadAll(processes, requestsOf(paths, used), pace.durationMs);
      const admission = (used: number) => () => admitAll(databaseUrl, count, used, pace.durationMs);
      const made = () => {
        const requests = requestsOf(searches.splice(0, NEW_A_ROUND), keys);
        return loadAll(processes, requests, pace.durationMs, true);
      };
      const cells: string[] = [];
      for (const load of [admission(1), admission(KEYS), kept(keys.slice(0, 1)), kept(keys), made])
        cells.push(await bestOf(pace.rounds, load));
      console.log(`${count} | ${cells.join(" | ")}`);
    }
  } finally {
    await Promise.all(processes.map((process) => process.stop()));
  }
}

const HEADING = `processus | admission seule, une clé (par seconde, p99 ms) | ${KEYS} clés | réponses gardées, une clé | ${KEYS} clés | recherches jamais faites, ${KEYS} clés`;

interface Measured {
  readonly perSecond: number;
  readonly p99: number;
}

/**
 * The best round, as others share the machine; the first is the warm-up. A load that fails, as when the machine is
 * too busy for an engine to answer in time, has said so on the standard error: the others go on.
 */
async function bestOf(rounds: number, load: () => Promise<Measured>): Promise<string> {
  let best: Measured | null = null;
  for (let round = 0; round <= rounds; round += 1) {
    const measured = await load().catch(() => null);
    if (measured === null) return "échec";
    if (round > 0 && measured.perSecond > (best?.perSecond ?? 0)) best = measured;
  }
  return best === null ? "–" : `${Math.round(best.perSecond)}, ${best.p99.toFixed(1)}`;
}

/** The clients shared out among processes, all at once. */
async function loadAll(
  processes: readonly ApiProcess[],
  requests: readonly BenchRequest[],
  durationMs: number,
  isUnique = false,
): Promise<Measured> {
  const concurrency = (isUnique ? SEARCHING_CLIENTS : CLIENTS) / processes.length;
  return together(
    processes.map(({ url }) => measureFromOutside({ url, requests, isUnique, concurrency, durationMs })),
  );
}

function admitAll(
  databaseUrl: string,
  processes: number,
  keys: number,
  durationMs: number,
): Promise<Measured> {
  const order: AdmissionOrder = {
    databaseUrl,
    keys,
    concurrency: CLIENTS / processes,
    durationMs,
    startsAt: Date.now() + STARTING_MS,
  };
  return together(Array.from({ length: processes }, () => measureBy("admission-load.ts", order)));
}

async function together(loads: readonly Promise<Measured>[]): Promise<Measured> {
  const measured = await Promise.all(loads);
  return {
    perSecond: measured.reduce((sum, load) => sum + load.perSecond, 0),
    p99: Math.max(...measured.map((load) => load.p99)),
  };
}

interface Pins {
  readonly stores: string;
  readonly apis: string;
}

/** Half of the cores for the stores, unless told otherwise; null, with the reason, where processes can't be pinned. */
function pinsOf(stores: string | undefined, apis: string | undefined): Pins | null {
  const cores = availableParallelism();
  if (Bun.which("taskset") === null || cores < 2) {
    console.log("Processus non épinglés : il faut taskset (util-linux) et deux cœurs.");
    return null;
  }
  const half = Math.floor(cores / 2);
  return { stores: stores ?? `0-${half - 1}`, apis: apis ?? `${half}-${cores - 1}` };
}

/** What this process starts from then on has the same cores. @throws when they are not there */
function pinThisProcess(cores: string): void {
  const { success, stderr } = Bun.spawnSync(["taskset", "-a", "-c", "-p", cores, `${process.pid}`]);
  if (!success) throw new Error(`taskset: ${stderr.toString()}`);
}

function told(loads: readonly number[]): string {
  return loads.map((load) => load.toFixed(1)).join(", ");
}

/** Searches of three words, all different, in an order that a seed decides. */
function neverMade(words: readonly string[]): string[] {
  const random = randomOf(1, "searches never made");
  const pairs = words.flatMap((first, rank) => words.slice(rank + 1).map((second) => `${first} ${second}`));
  return random
    .shuffle(pairs)
    .map((pair) => `/v1/search?q=${encodeURIComponent(`${pair} OU ${random.pick(words)}`)}`);
}

function requestsOf(paths: readonly string[], keys: readonly string[]): BenchRequest[] {
  return paths.map((path, rank) => ({ path, headers: { "X-API-Key": keys[rank % keys.length] ?? "" } }));
}

/** Addresses of documents, and the words of their titles. */
async function readMaterial(url: string, key: string): Promise<{ paths: string[]; words: string[] }> {
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { "x-api-key": key } });
    return { status: answer.status, text: await answer.text() };
  };
  const { text } = await read("/v1/changes?since=2012-09-12&limit=1000");
  const ids = [...text.matchAll(/"boi_id":"([^"]+)"/g)].map(([, id = ""]) => id);
  const paths: string[] = [];
  const words = new Set<string>();
  for (const id of new Set(ids)) {
    const found = await read(`/v1/boi/${id}`);
    if (found.status !== 200) continue;
    paths.push(`/v1/boi/${id}`);
    const title = /"titre":"([^"]+)"/.exec(found.text)?.[1] ?? "";
    for (const word of title.toLowerCase().match(LONG_WORD) ?? []) words.add(word);
    if (paths.length === DOCUMENTS) break;
  }
  return { paths, words: [...words] };
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
