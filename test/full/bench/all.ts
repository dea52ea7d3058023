import { parseArgs } from "node:util";
import { removeFolders } from "../../folders.ts";
import { startApi } from "../../servers/api.ts";
import { stopServer } from "../../servers/postgres.ts";
import { type BareServer, startBareServer } from "./bare.ts";
import { realSizeSource } from "./corpus.ts";
import { type BenchRequest, type Load, measureFromOutside } from "./load.ts";
import { type BenchedRoute, benchedRoutes } from "./routes.ts";
import { type Engines, openEngines } from "./search-engines.ts";

/** Sizes of corpus, in documents of its generator; questions are searched in the first one alone. */
const SIZES = [9_148, 91_480] as const;
const CONCURRENCIES = [1, 8, 32] as const;
/** Both sides are asked before they are measured: a process that has just started runs code yet to be compiled. */
const WARM_UP = { concurrency: 32, durationMs: 1_000 } as const;
/** Far above what a run asks. */
const UNLIMITED = { minuteLimit: 1_000_000_000, monthlyQuota: 1_000_000_000 };

/** One line of the table. */
interface Measured {
  readonly route: BenchedRoute;
  readonly engine: string;
  /** Median of the first answers to each request, in milliseconds. */
  readonly cold: number;
  readonly loads: readonly Compared[];
}

interface Compared {
  readonly concurrency: number;
  readonly ours: Load;
  readonly direct: Load;
}

/**
 * Every route beside its engine called directly, or beside a bare Elysia route with the same bytes, on a corpus of
 * real size and on ten times as many documents.
 * @param options `--documents=N,…` the sizes of corpus, `--only=TEXT` the routes whose name holds it,
 *   `--seconds=S` of each measure, `--source=EXPORT` one corpus in place of those sizes.
 */
export async function run(options: readonly string[]): Promise<void> {
  const asked = optionsOf(options);
  const byCorpus = new Map<string, readonly Measured[]>();
  for (const [rank, { name, open }] of asked.corpora.entries()) {
    console.log(`\n## ${name}`);
    const engines = await openEngines(open(), { withVectors: rank === 0 });
    try {
      byCorpus.set(name, await measureAll(engines, rank === 0, asked));
    } finally {
      await engines.close();
    }
  }
  printGrowth(byCorpus);
  await stopServer();
  removeFolders();
}

interface AskedCorpus {
  readonly name: string;
  /** Its export, generated if need be. */
  readonly open: () => string;
}

interface Asked {
  readonly corpora: readonly AskedCorpus[];
  readonly only: string;
  readonly roundMs: number;
}

function optionsOf(options: readonly string[]): Asked {
  const { values } = parseArgs({
    args: [...options],
    options: {
      source: { type: "string" },
      documents: { type: "string", default: SIZES.join() },
      only: { type: "string", default: "" },
      seconds: { type: "string", default: "3" },
    },
  });
  const { source } = values;
  return {
    corpora:
      source === undefined
        ? values.documents.split(",").map(generated)
        : [{ name: source, open: () => source }],
    only: values.only,
    roundMs: Number(values.seconds) * 1_000,
  };
}

function generated(documents: string): AskedCorpus {
  return {
    name: `${documents} enregistrements`,
    open: () => realSizeSource(["--documents", documents, "--scale", "1"]),
  };
}

async function measureAll(engines: Engines, withVectors: boolean, asked: Asked): Promise<Measured[]> {
  const routes = (await benchedRoutes(engines.store)).filter(
    // Without vectors the status is 503.
    ({ name }) =>
      name.includes(asked.only) && (withVectors || !["/v1/search/semantic", "/v1/status"].includes(name)),
  );
  console.log("route | moteur | à froid | simultanées | API | direct | débit API/direct");
  const measured: Measured[] = [];
  for (const [engine, variables] of [
    ["Meilisearch", engines.meilisearch],
    ["FTS5", engines.embedded],
  ] as const) {
    const api = await startApi({ ...variables, TRUST_PROXY: "127.0.0.1" });
    try {
      for (const route of routes) {
        // What no full-text engine serves is the same over both.
        if (engine === "FTS5" && route.meilisearch === undefined) continue;
        measured.push(await measureRoute(engines, api.url, engine, route, asked.roundMs));
      }
    } finally {
      await api.stop();
    }
  }
  return measured;
}

async function measureRoute(
  engines: Engines,
  url: string,
  engine: "Meilisearch" | "FTS5",
  route: BenchedRoute,
  roundMs: number,
): Promise<Measured> {
  const key = await engines.key(UNLIMITED);
  // As from so many readers: pages are limited by address.
  const requests = route.requests.map((request, rank) => ({
    ...request,
    headers: { "X-API-Key": key, "X-Forwarded-For": `192.0.2.${rank}` },
  }));
  const first = await answersOf(url, requests);
  const direct = await openDirect(engines, engine, route, first.bodies);
  const loads: Compared[] = [];
  const [beside, ours] = [direct.order, { url, requests }];
  try {
    for (const side of [beside, ours]) await measureFromOutside({ ...WARM_UP, ...side });
    for (const concurrency of CONCURRENCIES) {
      const order = { concurrency, durationMs: roundMs };
      const compared = {
        concurrency,
        direct: await measureFromOutside({ ...order, ...beside }),
        ours: await measureFromOutside({ ...order, ...ours }),
      };
      loads.push(compared);
      const cold = concurrency === 1 ? `${first.cold.toFixed(1)} ms` : "";
      const ratio = `${Math.round((100 * compared.ours.perSecond) / compared.direct.perSecond)} %`;
      const figures = [worded(compared.ours), worded(compared.direct), ratio];
      console.log([route.name, engine, cold, concurrency, ...figures].join(" | "));
    }
  } finally {
    await direct.close();
  }
  return { route, engine, cold: first.cold, loads };
}

/** Each request once, in turn: what it answers, and the median of what it takes the first time. */
async function answersOf(
  url: string,
  requests: readonly BenchRequest[],
): Promise<{ readonly bodies: string[]; readonly cold: number }> {
  const bodies: string[] = [];
  const latencies: number[] = [];
  for (const { path, headers = {}, body } of requests) {
    const startedAt = performance.now();
    const answer = await fetch(`${url}${path}`, {
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { method: "POST", body }),
    });
    const text = await answer.text();
    latencies.push(performance.now() - startedAt);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
    bodies.push(text);
  }
  return { bodies, cold: latencies.toSorted((a, b) => a - b)[latencies.length >> 1] ?? 0 };
}

/** What a route is compared with, and what it is asked. */
async function openDirect(
  engines: Engines,
  engine: "Meilisearch" | "FTS5",
  { requests, meilisearch }: BenchedRoute,
  bodies: readonly string[],
): Promise<{
  readonly order: { readonly url: string; readonly requests: readonly BenchRequest[] };
  close(): Promise<void>;
}> {
  if (meilisearch === undefined) {
    const bare = await startBareServer({ requests, bodies });
    return { order: { url: bare.url, requests }, close: bare.stop };
  }
  if (engine === "FTS5") {
    const bare: BareServer = await startBareServer({ dataDir: engines.dataDir });
    return { order: { url: bare.url, requests }, close: bare.stop };
  }
  const { url, key } = engines.server;
  const headers = { authorization: `Bearer ${key}` };
  const asked = meilisearch.map(({ index, body }) => ({
    path: `/indexes/${index}/search`,
    headers,
    body: JSON.stringify(body),
  }));
  return { order: { url, requests: asked }, close: async () => {} };
}

function printGrowth(byCorpus: ReadonlyMap<string, readonly Measured[]>): void {
  const [[small, before] = ["", []], [large, after] = ["", []]] = [...byCorpus];
  if (after.length === 0) return;
  console.log(`\n## De ${small} à ${large} : p50 d'un client`);
  console.log("route | moteur | répétée | | | première fois");
  for (const { route, engine, loads, cold } of before) {
    const grown = after.find((other) => other.route.name === route.name && other.engine === engine);
    const [was, is] = [loads[0]?.ours.p50, grown?.loads[0]?.ours.p50];
    if (was === undefined || is === undefined || grown === undefined) continue;
    const exempt = route.isExempt === true ? "hors objectif" : "";
    console.log([route.name, engine, growth(was, is), growth(cold, grown.cold), exempt].join(" | "));
  }
}

function growth(was: number, is: number): string {
  return `${was.toFixed(1)} → ${is.toFixed(1)} ms (× ${(is / was).toFixed(1)})`;
}

function worded({ perSecond, p50, p95, p99 }: Load): string {
  return `${perSecond.toFixed(0)}/s ${[p50, p95, p99].map((latency) => latency.toFixed(1)).join(" / ")} ms`;
}
