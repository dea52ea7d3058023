import { cpSync, existsSync, rmSync } from "node:fs";
import { BlockList } from "node:net";
import { allowedSources } from "../../../config/allowed-sources.ts";
import type { Config } from "../../../config/config.ts";
import { AdmissionQueue } from "../../../db/admission/queue.ts";
import { createLogger } from "../../../db/engine/operator-acts.ts";
import { createKey, type KeyTerms } from "../../../db/keys/keys.ts";
import { StoreCircuit } from "../../../db/postgres/circuit.ts";
import { pingStore } from "../../../db/postgres/database.ts";
import { openRelational, type RelationalStore } from "../../../db/postgres/open.ts";
import { readRun, requestRun } from "../../../db/runs/runs.ts";
import { addTraffic } from "../../../db/traffic/add-traffic.ts";
import { RunQueue } from "../../../ingest/queue/queue.ts";
import { openQuestionEmbedders } from "../../../search/embeddings/open.ts";
import { openFullTextReader } from "../../../search/fulltext/open.ts";
import { LivePostings } from "../../../search/stems/live-postings.ts";
import { openVectorReader } from "../../../search/vectors/open.ts";
import { KeyRing } from "../../../src/access/api-key.ts";
import { AttemptLimiter } from "../../../src/access/attempt-limiter.ts";
import { VisitorBudget } from "../../../src/access/visitor-budget.ts";
import { type AppDeps, createApp } from "../../../src/app.ts";
import { openCitationChecker } from "../../../src/features/citations/checker.ts";
import { openComparator } from "../../../src/features/comparison/comparator.ts";
import { NotHeld } from "../../../src/features/documents/not-held.ts";
import type { HybridDeps } from "../../../src/features/hybrid/service.ts";
import { StoreLag } from "../../../src/features/search/store-lag.ts";
import { clientAddressBehind } from "../../../src/http/client-address.ts";
import { Drain } from "../../../src/http/drain.ts";
import { BodyCache } from "../../../src/http/response/body-cache.ts";
import { measuredAdmissions } from "../../../src/metrics/engines.ts";
import { Refreshes } from "../../../src/metrics/refreshes.ts";
import { Metrics } from "../../../src/metrics/registry.ts";
import { Traffic } from "../../../src/metrics/traffic.ts";
import { damageRecorder } from "../../../src/process/damage-recorder.ts";
import { KnownDomains } from "../../../src/process/known-domains.ts";
import { recordedFullText } from "../../../src/process/recorded-fulltext.ts";
import { EMBEDDED_ENGINES } from "../../fixtures/engines.ts";
import { temporaryFolder } from "../../folders.ts";
import { createDataDir } from "../../servers/pglite.ts";

/** The whole API on the embedded engines, with a corpus that was really ingested. */
export interface TestService {
  readonly app: ReturnType<typeof createApp>;
  /** The dependencies of the application, to make another one over the same stores. */
  readonly deps: AppDeps;
  readonly database: RelationalStore["database"];
  /** What a worker beside it is given. */
  readonly store: RelationalStore;
  readonly semantic: HybridDeps;
  readonly dataDir: string;
  /** Creates a key of the plan, with its own terms. */
  key(plan: string, terms?: Partial<KeyTerms>): Promise<string>;
  /** Ingests a source to its end. */
  ingest(source: string, forced?: boolean): Promise<void>;
  /** Requests a path of the API, with the key if given. */
  get(path: string, key?: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export const ADMIN_TOKEN = "un-jeton-d-administration-de-test";
export const TODAY = new Date("2026-11-20T12:00:00Z");

type Engines = Partial<Pick<Config, "database" | "fulltext" | "vectors" | "embeddings">>;

/** Over the embedded engines, or the given ones instead; other dependencies of the routes may be replaced. */
export async function openService(
  source: string | null = "sample",
  engines: Engines = {},
  overrides: Partial<AppDeps> = {},
): Promise<TestService> {
  const isCopied = source === "sample" && Object.keys(engines).length === 0;
  const dataDir = isCopied ? await copyOfSample() : await createDataDir();
  const service = await openOver(dataDir, engines, overrides);
  if (source !== null && !isCopied) await service.ingest(source);
  return {
    ...service,
    async close() {
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

let sample: Promise<string> | null = null;

/** A copy of a data folder with the sample, which is ingested once for all the suites of a process. */
export async function copyOfSample(): Promise<string> {
  // Folders are deleted after every file under `--rerun-each` and `--parallel`.
  if (sample === null || !existsSync(await sample)) sample = ingestSample();
  const dataDir = temporaryFolder();
  // Links are copied as they are, so that the copy is read and written, not the sample.
  cpSync(await sample, dataDir, { recursive: true, verbatimSymlinks: true });
  return dataDir;
}

async function ingestSample(): Promise<string> {
  const dataDir = await createDataDir();
  const service = await openOver(dataDir, {}, {});
  await service.ingest("sample");
  await service.close();
  return dataDir;
}

/** Over an existing data folder; closing it leaves the folder. */
export async function openOver(
  dataDir: string,
  engines: Engines,
  overrides: Partial<AppDeps>,
): Promise<TestService> {
  const config = { ...EMBEDDED_ENGINES, database: { kind: "embedded" }, ...engines, dataDir } as const;
  const store = await openRelational(config);
  const { database } = store;
  const clock = () => TODAY;
  const logger = createLogger("silent");
  const recordDamage = damageRecorder(database, clock);
  const fulltext = recordedFullText(openFullTextReader(config), recordDamage);
  const refreshes = new Refreshes(logger, recordDamage);
  const vectors = openVectorReader(config, store, refreshes);
  const embedders = openQuestionEmbedders(config.embeddings, database);
  const comparator = openComparator();
  const citationChecker = openCitationChecker();
  const postings = new LivePostings(database, refreshes);
  const semantic = { database, primary: database, vectors, embedders, postings };
  const queue = new RunQueue({ config, store });
  const domains = new KnownDomains(database);
  await domains.refresh();
  const metrics = new Metrics();
  const circuit = new StoreCircuit(() => pingStore(database), { log: overrides.logger ?? logger });
  const deps: AppDeps = {
    fulltext,
    storeLag: new StoreLag(database, refreshes),
    notHeld: new NotHeld(database, refreshes),
    comparator,
    citationChecker,
    ...semantic,
    domains,
    keys: new KeyRing(database, () => TODAY, { onLookup: metrics.lookups("keys"), circuit }),
    timePart: metrics.timedPart,
    admissions: measuredAdmissions(new AdmissionQueue(database, circuit), metrics),
    bodies: new BodyCache(metrics.lookups("bodies")),
    attempts: new AttemptLimiter(),
    // The visits of all suites come from one address.
    visitors: new VisitorBudget(60_000),
    clientAddress: clientAddressBehind(new BlockList()),
    clock,
    stateLifetimeMs: 0,
    sourcesLateDays: 16,
    isProofStamped: false,
    isSourceOther: async () => false,
    drain: new Drain(0),
    metrics,
    traffic: new Traffic({ write: (counted) => addTraffic(database, counted, TODAY), clock, logger }),
    logger,
    publicUrl: () => "http://localhost",
    upgradeUrl: () => "http://localhost/docs",
    contactUrl: null,
    adminToken: ADMIN_TOKEN,
    admin: {
      database,
      chooseSource: async () => "sample",
      allowed: allowedSources("sample", ["/nulle"]),
      wakeWorker: () => void queue.drain(),
    },
    ...overrides,
  };
  const app = createApp(deps);
  return {
    app,
    deps,
    database,
    store,
    semantic,
    dataDir,
    async key(plan, terms = {}) {
      const { key } = await createKey(database, { name: "essai", plan, ...terms });
      // Suites create more keys than a process looks up.
      await deps.keys.refresh();
      return key;
    },
    async ingest(from, forced = false) {
      const id = await requestRun(database, { source: from, forced });
      await queue.drain();
      const run = await readRun(database, id);
      if (run?.status !== "succeeded") throw new Error(`ingestion of ${from}: ${run?.message}`);
      await domains.refresh();
    },
    get: (path, key, init = {}) => {
      const headers = new Headers(init.headers);
      if (key !== undefined) headers.set("x-api-key", key);
      return app.handle(new Request(`http://localhost${path}`, { ...init, headers }));
    },
    async close() {
      await queue.stop();
      await fulltext.close();
      await vectors.close();
      await comparator.close();
      await citationChecker.close();
      await store.close();
    },
  };
}
