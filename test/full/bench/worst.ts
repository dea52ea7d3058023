import { join } from "node:path";
import { parseArgs } from "node:util";
import { REAL_RECORDS } from "../../fixtures/full-corpus/corpus.ts";
import { removeFolders, temporaryFolder } from "../../folders.ts";
import { generateCorpus } from "./corpus.ts";
import { type BenchRequest, percentiles } from "./load.ts";
import { createBenchKey, startWatchedApi, type WatchedApi } from "./worst/api.ts";
import { readWorstMaterial, type WorstMaterial } from "./worst/material.ts";
import { refusedRequests } from "./worst/refused.ts";
import type { WorstRequests } from "./worst/requests.ts";
import { publicRoutes, readRouteRules, worstOf } from "./worst/routes.ts";

const ROOT = join(import.meta.dir, "../../..");
const REVISED_SHARE = 2_000 / 9_148;
const REVISED_ON = "2026-06-06";
/** A process that answers still reads texts and stems for some seconds. */
const STARTING_MS = 8_000;
const BESIDE_MS = 2_500;
const CROWD = 20;
const FINGERPRINTS = 8;
/** A turn this long is seen by everybody who waits. */
const LONG_TURN_MS = 50;
/** What is below is not asked again beside others: nothing of it is felt. */
const CHEAP_MS = 10;

interface Worst {
  readonly route: string;
  /** Of the dearest of its requests: the whole answer, and the longest turn of the loop meanwhile; null past the limit. */
  readonly ms: number | null;
  readonly turnMs: number | null;
  /** `/v1/health`, 99th percentile in milliseconds, beside one client of it and beside twenty. */
  readonly beside: readonly (number | null)[];
}

/**
 * The dearest legal request of every public and keyed route, on the embedded service at full size: how long its answer
 * takes, how long the event loop is held, and what `/v1/health` becomes beside; then the dearest of those that it refuses,
 * alone. Ends in failure when a route has no such request, or when one holds the loop for over 50 ms.
 * @param options `--data=FOLDER` filled by a former run (kept there), `--program=FOLDER` of another version, `--only=TEXT`,
 * `--documents=N` for a try on a smaller corpus, `--alone` without `/v1/health` beside, `--refused` for refused ones alone.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      data: { type: "string" },
      program: { type: "string", default: ROOT },
      only: { type: "string", default: "" },
      rounds: { type: "string", default: "2" },
      documents: { type: "string", default: String(REAL_RECORDS) },
      alone: { type: "boolean", default: false },
      refused: { type: "boolean", default: false },
    },
  });
  const size = ["--documents", values.documents];
  const revised = String(Math.round(REVISED_SHARE * Number(values.documents)));
  const [earlier, later] = [
    generateCorpus(size),
    generateCorpus([...size, "--revise", revised, "--date", REVISED_ON]),
  ];
  const dataDir = values.data ?? temporaryFolder();
  if (!(await Bun.file(join(dataDir, "fulltext.sqlite")).exists()))
    for (const source of [earlier, later]) await ingest(values.program, dataDir, source);
  const key = await createBenchKey(values.program, dataDir);
  const start = () => startWatchedApi(values.program, dataDir, key);
  const only = (routes: WorstRequests) =>
    Object.fromEntries(Object.entries(routes).filter(([route]) => route.includes(values.only)));
  const rounds = Number(values.rounds);
  const material = await readWorstMaterial(earlier, later);
  const fingerprints = await readFingerprints(start, material.longest);
  const asked = values.refused ? {} : only(worstOf(await publicRoutes(), { ...material, fingerprints }));
  const alone = await measureAlone(start, asked, { rounds, isMeasured: isLegal });
  console.log(
    `route | réponse (ms) | tour le plus long (ms) | /v1/health p99 à côté d'un | à côté de ${CROWD}`,
  );
  const worst: Worst[] = [];
  for (const [route, { ms, turnMs }] of alone) {
    const isFelt = !values.alone && (ms === null || ms > CHEAP_MS);
    const beside = isFelt ? await measureBeside(start, asked[route] ?? []) : [];
    worst.push({ route, ms, turnMs, beside });
    const tell = (figure: number | null | undefined) =>
      figure === null ? "> 20 s" : (figure?.toFixed(1) ?? "–");
    console.log([route, ...[ms, turnMs, beside[0], beside[1]].map(tell)].join(" | "));
  }
  const refused = only(refusedRequests(await readRouteRules()));
  for (const [named, { ms, turnMs }] of await measureAlone(start, refused, {
    rounds,
    isMeasured: () => true,
  })) {
    const route = `${named}, refusée`;
    worst.push({ route, ms, turnMs, beside: [] });
    console.log([route, ms?.toFixed(1) ?? "> 20 s", turnMs?.toFixed(1) ?? "> 20 s"].join(" | "));
  }
  removeFolders();
  const long = worst
    .filter(({ turnMs }) => turnMs === null || turnMs > LONG_TURN_MS)
    .map(({ route }) => route);
  if (long.length === 0) return;
  console.error(`Tours de plus de ${LONG_TURN_MS} ms : ${long.join(", ")}.`);
  process.exitCode = 1;
}

async function ingest(program: string, dataDir: string, source: string): Promise<void> {
  const child = Bun.spawn([process.execPath, "ingest/index.ts", "--source", source, "--force"], {
    cwd: program,
    env: { PATH: Bun.env["PATH"], DATA_DIR: dataDir, MODEL: "off" },
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await child.exited) !== 0) throw new Error("the corpus was not ingested");
}

async function readFingerprints(
  start: () => Promise<WatchedApi>,
  ids: readonly string[],
): Promise<WorstMaterial["fingerprints"]> {
  const api = await start();
  const fingerprints: { readonly id: string; readonly empreinte: string }[] = [];
  for (const id of ids.slice(0, FINGERPRINTS)) {
    const [, empreinte] = /"empreinte":"([0-9a-f]{64})"/.exec(await api.textOf(`/v1/boi/${id}`)) ?? [];
    if (empreinte !== undefined) fingerprints.push({ id, empreinte });
  }
  await api.end();
  return fingerprints;
}

function isLegal(status: number): boolean {
  return status < 400 || status === 404;
}

type Alone = ReadonlyMap<string, Pick<Worst, "ms" | "turnMs">>;

/**
 * Each request once in a process where nothing was asked before, several times over; of each the least, since the rest
 * is what else the machine did, then of each route the most.
 */
async function measureAlone(
  start: () => Promise<WatchedApi>,
  routes: WorstRequests,
  { rounds, isMeasured }: { readonly rounds: number; readonly isMeasured: (status: number) => boolean },
): Promise<Alone> {
  const least = new Map<string, { readonly ms: number; readonly turnMs: number } | null>();
  for (let round = 0; round < rounds; round += 1) {
    let api = await start();
    await Bun.sleep(STARTING_MS);
    for (const [route, requests] of Object.entries(routes)) {
      for (const [rank, request] of requests.entries()) {
        const name = `${route} ${rank}`;
        const known = least.get(name);
        if (known === null) continue;
        await api.longestTurn();
        const answer = await api.ask(request);
        if (answer === null) {
          // What goes on in there would count for the next ones.
          await api.end();
          api = await start();
          least.set(name, null);
          continue;
        }
        if (!isMeasured(answer.status)) continue;
        const turnMs = await api.longestTurn();
        least.set(name, {
          ms: Math.min(answer.ms, known?.ms ?? Number.POSITIVE_INFINITY),
          turnMs: Math.min(turnMs, known?.turnMs ?? Number.POSITIVE_INFINITY),
        });
      }
    }
    await api.end();
  }
  return new Map(
    Object.keys(routes).map((route) => {
      const figures = [...least].flatMap(([name, figure]) => (name.startsWith(`${route} `) ? [figure] : []));
      if (figures.length === 0) throw new Error(`no request of ${route} is legal`);
      const most = (of: "ms" | "turnMs") =>
        figures.includes(null) ? null : Math.max(...figures.map((figure) => figure?.[of] ?? 0), 0);
      return [route, { ms: most("ms"), turnMs: most("turnMs") }];
    }),
  );
}

/** The same request as nobody has asked it, where its rules leave room: no kept answer serves it. */
function anew(request: BenchRequest, rank: number): BenchRequest {
  const { path, body } = request;
  if (body !== undefined) return { ...request, body: body.replace(/"(question|texte)":"/, `$&${rank} `) };
  return path.includes("limit=100") && path.includes("q=")
    ? { ...request, path: `${path}&offset=${rank}` }
    : request;
}

/** `/v1/health` while one client, then twenty, ask these without a pause. */
async function measureBeside(
  start: () => Promise<WatchedApi>,
  requests: WorstRequests[string],
): Promise<(number | null)[]> {
  const figures: (number | null)[] = [];
  for (const clients of [1, CROWD]) {
    const api = await start();
    await Bun.sleep(STARTING_MS);
    const ended = new AbortController();
    const loops = Array.from({ length: clients }, async (_, client) => {
      for (let rank = client; !ended.signal.aborted; rank += 1) {
        const request = requests[rank % requests.length];
        if (request !== undefined) await api.ask(anew(request, rank), ended.signal);
      }
    });
    const waits: number[] = [];
    let isLost = false;
    for (const until = performance.now() + BESIDE_MS; performance.now() < until; await Bun.sleep(5)) {
      const answer = await api.ask({ path: "/v1/health" });
      if (answer === null) isLost = true;
      else waits.push(answer.ms);
    }
    ended.abort();
    await Promise.all(loops);
    await api.end();
    figures.push(isLost ? null : percentiles(waits).p99);
  }
  return figures;
}
