import { parseArgs } from "node:util";
import { openFullTextReader } from "../../../search/fulltext/open.ts";
import { createApp } from "../../../src/app.ts";
import { removeFolders } from "../../folders.ts";
import { stopServer } from "../../servers/postgres.ts";
import { openService } from "../../servers/service.ts";
import { readMaterial } from "./material.ts";
import { PARTS, type Part, PartClock, timedAdmissions, timedEngine, timedStore } from "./parts.ts";
import { type BenchedRoute, benchedRoutes } from "./routes.ts";
import { attachEngines, type Engines, openEngines } from "./search-engines.ts";

const SHOWN = 10;
const WARM_UP = 60;
const UNLIMITED = { minuteLimit: 1_000_000_000, monthlyQuota: 1_000_000_000 };

/**
 * Where the time of the ten heaviest routes goes, in microseconds: requests never asked before, one at a time, in one
 * process without a socket. Figures are first deciles: what else the machine does makes the other requests longer.
 * @param options `--stores=FILE` (`stores.ts`), else the corpus is filled; `--requests=N` of each route; `--only=TEXT`.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      stores: { type: "string" },
      requests: { type: "string", default: "200" },
      only: { type: "string", default: "" },
    },
  });
  const engines =
    values.stores === undefined
      ? await openEngines()
      : await attachEngines(await Bun.file(values.stores).json());
  try {
    const material = await readMaterial(engines.store, engines.dataDir, 2);
    const routes = benchedRoutes(material).filter(
      ({ name, isSemantic = false, requests }) =>
        name.includes(values.only) && !isSemantic && requests.length > WARM_UP,
    );
    const profiled: Profiled[] = [];
    for (const engine of ["Meilisearch", "SQLite"] as const)
      profiled.push(...(await profileOver(engines, engine, routes, Number(values.requests))));
    print(profiled);
  } finally {
    await engines.close();
  }
  await stopServer();
  removeFolders();
}

/** First deciles, in milliseconds, but for the processor, whose time is a mean; `rest` is what is neither waited for: HTTP, schemas, excerpts, JSON. */
interface Profiled {
  readonly name: string;
  readonly total: number;
  readonly cpu: number;
  readonly parts: ReadonlyMap<Part, number>;
  readonly rest: number;
}

async function profileOver(
  engines: Engines,
  engine: "Meilisearch" | "SQLite",
  routes: readonly BenchedRoute[],
  count: number,
): Promise<Profiled[]> {
  const { url, key, index } = engines.server;
  const clock = new PartClock();
  const service = await openService(null, {
    database: { kind: "server", url: engines.embedded.DATABASE_URL },
    fulltext: { kind: "meilisearch", url, key, index, keepsSettings: false },
  });
  const embedded = openFullTextReader({ dataDir: engines.dataDir, fulltext: { kind: "embedded" } });
  const database = timedStore(service.database, clock);
  const app = createApp({
    ...service.deps,
    database,
    primary: database,
    fulltext: timedEngine(engine === "SQLite" ? embedded : service.deps.fulltext, clock),
    admissions: timedAdmissions(service.deps.admissions, clock),
  });
  const apiKey = await service.key("interne", UNLIMITED);
  const profiled: Profiled[] = [];
  try {
    for (const route of routes) {
      // What no full-text engine serves is the same over both.
      if (engine === "SQLite" && route.searches === undefined) continue;
      const ask = async ({ path, body }: BenchedRoute["requests"][number]) => {
        const headers = { "x-api-key": apiKey, ...(body && { "content-type": "application/json" }) };
        const init = body === undefined ? { headers } : { headers, method: "POST", body };
        const answer = await app.handle(new Request(`http://localhost${path}`, init));
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      };
      for (const request of route.requests.slice(0, WARM_UP)) await ask(request);
      const name = route.searches === undefined ? route.name : `${route.name}, ${engine}`;
      profiled.push({ name, ...(await profile(route.requests.slice(WARM_UP, WARM_UP + count), ask, clock)) });
    }
  } finally {
    await embedded.close();
    await service.close();
  }
  return profiled;
}

async function profile<Request>(
  requests: readonly Request[],
  ask: (request: Request) => Promise<void>,
  clock: PartClock,
): Promise<Omit<Profiled, "name">> {
  clock.take();
  const samples: { readonly total: number; readonly parts: ReadonlyMap<Part, number> }[] = [];
  const used = process.cpuUsage();
  for (const request of requests) {
    const startedAt = performance.now();
    await ask(request);
    samples.push({ total: performance.now() - startedAt, parts: clock.take() });
  }
  const { user, system } = process.cpuUsage(used);
  const parts = new Map(
    PARTS.map((part) => [part, firstDecile(samples.map((sample) => sample.parts.get(part) ?? 0))]),
  );
  const waited = (of: ReadonlyMap<Part, number>) => of.values().reduce((sum, part) => sum + part, 0);
  return {
    total: firstDecile(samples.map(({ total }) => total)),
    cpu: (user + system) / 1_000 / requests.length,
    parts,
    rest: firstDecile(samples.map((sample) => sample.total - waited(sample.parts))),
  };
}

function print(profiled: readonly Profiled[]): void {
  console.log(`route | total µs | ${PARTS.join(" | ")} | le reste | processeur du processus`);
  for (const { name, total, cpu, parts, rest } of profiled
    .toSorted((one, other) => other.total - one.total)
    .slice(0, SHOWN)) {
    const figures = [total, ...PARTS.map((part) => parts.get(part) ?? 0), rest, cpu];
    console.log([name, ...figures.map((figure) => Math.round(figure * 1_000))].join(" | "));
  }
}

function firstDecile(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 10)] ?? Number.NaN;
}
