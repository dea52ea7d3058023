import { parseArgs } from "node:util";
import { type AnyElysia, Elysia } from "elysia";
import type { Config } from "../../../config/config.ts";
import type { Admissions } from "../../../db/admission/port.ts";
import { AdmissionQueue } from "../../../db/admission/queue.ts";
import { createLogger } from "../../../db/engine/operator-acts.ts";
import { type CorpusState, readCorpusState, readPublished } from "../../../db/queries/corpus.ts";
import { createApp } from "../../../src/app.ts";
import { bind } from "../../../src/http/connections.ts";
import { removeFolders } from "../../folders.ts";
import { CountedStore } from "../../servers/counted-store.ts";
import { createDatabase, serverAbsence, startOwnServer, stopServer } from "../../servers/postgres.ts";
import { openService } from "../../servers/service.ts";
import { smallSource } from "./corpus.ts";
import { type LoadOrder, measureFromOutside } from "./load.ts";

const DOCUMENTS = 200;
/** Far above what a run asks, so that both limits are kept and neither refuses. */
const UNLIMITED = { minuteLimit: 1_000_000_000, monthlyQuota: 1_000_000_000 };

/** Medians over the rounds. */
interface Measured {
  readonly perSecond: number;
  /** Processor time of this process, hence of all that serves but a PostgreSQL server, for one request. */
  readonly cpuMicroseconds: number;
  /** Requests that one statement of the admission decided; 0 without admission. */
  readonly batch: number;
  /** How long one of these statements took. */
  readonly statementMs: number;
}

/**
 * What admission costs /v1/boi/{id}, and what that route costs beside a bare one with the same bytes, in one process
 * and one run, round after round: the route, the route without admission, the bare one. Quotas are judged, logs are
 * written (to nowhere), bodies are warm.
 *
 * `--keys=1` measures the ceiling of one key, whose requests all write the same rows; `--fsync=on` starts a server
 * that writes as in production.
 */
export async function run(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      rounds: { type: "string", default: "5" },
      milliseconds: { type: "string", default: "3000" },
      store: { type: "string" },
      keys: { type: "string", default: "50" },
      clients: { type: "string", default: "64" },
      fsync: { type: "string", default: "off" },
    },
  });
  const pace = {
    rounds: Number(values.rounds),
    durationMs: Number(values.milliseconds),
    keys: Number(values.keys),
    clients: Number(values.clients),
  };
  if (values.store !== "pglite" && serverAbsence === null) {
    const { url, stop } = values.fsync === "on" ? await startOwnServer() : await startSharedServer();
    try {
      await compare(`PostgreSQL, fsync ${values.fsync}`, { kind: "server", url }, pace);
    } finally {
      await stop();
    }
  }
  if (values.store !== "postgres") await compare("PGlite", { kind: "embedded" }, pace);
  removeFolders();
}

/** The server of the tests, which writes nothing safely. */
async function startSharedServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { url, drop } = await createDatabase();
  return { url, stop: () => drop().then(stopServer) };
}

interface Pace {
  readonly rounds: number;
  readonly durationMs: number;
  readonly keys: number;
  readonly clients: number;
}

async function compare(store: string, database: Config["database"], pace: Pace): Promise<void> {
  const service = await openService(smallSource(), { database });
  try {
    const counted = new CountedStore(service.database);
    const admissions = new AdmissionQueue(counted.database);
    const deps = { ...service.deps, admissions, logger: createLogger("info", { write: () => {} }) };
    const keys = await Promise.all(Array.from({ length: pace.keys }, () => service.key("pro", UNLIMITED)));
    const corpus = await readCorpusState(service.database);
    const published = (await readPublished(service.database)).slice(0, DOCUMENTS);
    const bodies = new Map<string, Uint8Array>();
    for (const { boi_id } of published) {
      const path = `/v1/boi/${boi_id}`;
      bodies.set(path, await (await service.get(path, keys[0])).bytes());
    }
    const bytes = [...bodies.values()].reduce((sum, body) => sum + body.byteLength, 0);
    console.log(
      `${store} : ${pace.clients} requêtes simultanées, ${pace.keys} clé(s), ${bodies.size} documents de ${Math.round(bytes / bodies.size / 1000)} ko en moyenne`,
    );
    const measured = await measureRoutes(
      [createApp(deps), createApp({ ...deps, admissions: lettingAllIn(corpus) }), bareRoute(bodies)],
      {
        concurrency: pace.clients,
        requests: [...bodies.keys()].map((path, rank) => ({
          path,
          headers: { "X-API-Key": keys[rank % pace.keys] ?? "" },
        })),
      },
      pace,
      counted,
    );
    print(measured);
  } finally {
    await service.close();
  }
}

/** Round after round, so that what else the machine does weighs on all of them alike. */
async function measureRoutes(
  apps: readonly AnyElysia[],
  load: Pick<LoadOrder, "requests" | "concurrency">,
  { rounds, durationMs }: Pace,
  counted: CountedStore,
): Promise<Measured[]> {
  const all = apps.map((): Measured[] => []);
  for (const app of apps) bind({ hostname: "127.0.0.1", port: 0 }, app);
  // The first round is the warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, app] of apps.entries()) {
      const url = `http://127.0.0.1:${app.server?.port}`;
      const before = process.cpuUsage();
      counted.take();
      const { perSecond, requests } = await measureFromOutside({ ...load, url, durationMs });
      const { user, system } = process.cpuUsage(before);
      const { statements, milliseconds } = counted.take();
      if (round > 0)
        all[index]?.push({
          perSecond,
          cpuMicroseconds: (user + system) / requests,
          batch: statements === 0 ? 0 : requests / statements,
          statementMs: statements === 0 ? 0 : milliseconds / statements,
        });
    }
  }
  await Promise.all(apps.map((app) => app.stop(true)));
  return all.map((measures) => ({
    perSecond: median(measures.map(({ perSecond }) => perSecond)),
    cpuMicroseconds: median(measures.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    batch: median(measures.map(({ batch }) => batch)),
    statementMs: median(measures.map(({ statementMs }) => statementMs)),
  }));
}

function bareRoute(bodies: ReadonlyMap<string, Uint8Array>) {
  return new Elysia().get("/v1/boi/:id", ({ path }) => {
    const headers = { "content-type": "application/json; charset=utf-8" };
    return new Response(bodies.get(path), { headers });
  });
}

function print([admitted, open, bare]: readonly Measured[]): void {
  if (admitted === undefined || open === undefined || bare === undefined) return;
  const line = (name: string, { perSecond, cpuMicroseconds }: Measured) =>
    console.log(`${name} | ${perSecond.toFixed(0)}/s | ${cpuMicroseconds.toFixed(0)} µs de processeur`);
  line("/v1/boi avec admission", admitted);
  console.log(
    `un lot : ${admitted.batch.toFixed(1)} demandes, ${admitted.statementMs.toFixed(2)} ms chez la base`,
  );
  line("/v1/boi sans admission", open);
  line("route nue, mêmes octets", bare);
  const cost = 1e6 / admitted.perSecond - 1e6 / open.perSecond;
  console.log(
    `l'admission coûte ${percentage(1 - admitted.perSecond / open.perSecond)} du débit, ${cost.toFixed(0)} µs par requête ; ` +
      `/v1/boi fait ${percentage(admitted.perSecond / bare.perSecond)} de la route nue`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

function percentage(ratio: number): string {
  return `${Math.round(ratio * 100)} %`;
}

/** Admission switched off, for this comparison alone: the service has no such switch. */
const lettingAllIn = (corpus: CorpusState): Admissions => ({
  admit: async ({ minuteLimit, monthlyQuota }) => ({
    outcome: "accepted",
    isCharged: false,
    at: new Date(),
    corpus,
    minuteLimit,
    minuteRemaining: minuteLimit,
    monthlyQuota,
    monthUsed: 0,
    monthRemaining: monthlyQuota,
  }),
  charge: async (_, counted) => counted,
  recall: () => null,
  refund: async () => {},
});
