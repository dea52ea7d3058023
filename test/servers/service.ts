import { cpSync, existsSync, rmSync } from "node:fs";
import { type Config, readConfig } from "../../config/config.ts";
import { createKey, type KeyTerms } from "../../db/keys/keys.ts";
import { openRelational, type RelationalStore } from "../../db/postgres/open.ts";
import { readRun, requestRun } from "../../db/runs/runs.ts";
import { RunQueue } from "../../ingest/queue/queue.ts";
import type { AppDeps } from "../../src/app.ts";
import { openService as openWhole, type Service } from "../../src/open-service.ts";
import { temporaryFolder } from "../folders.ts";
import { createDataDir } from "./pglite.ts";

/** The whole API on the embedded engines, with a corpus that was really ingested. */
export interface TestService extends Service {
  readonly database: RelationalStore["database"];
  /** What a worker beside it is given. */
  readonly store: RelationalStore;
  readonly dataDir: string;
  /** Creates a key of the plan, with its own terms. */
  key(plan: string, terms?: Partial<KeyTerms>): Promise<string>;
  /** Ingests a source to its end. */
  ingest(source: string, forced?: boolean): Promise<void>;
  /** Requests a path of the API, with the key if given. */
  get(path: string, key?: string, init?: RequestInit): Promise<Response>;
}

export const ADMIN_TOKEN = "un-jeton-d-administration-de-test";
export const TODAY = new Date("2026-11-20T12:00:00Z");

type Engines = Partial<Pick<Config, "database" | "fulltext" | "vectors" | "embeddings">>;

/** What an operator would set for the suites, whose visits all come from one address. */
const SETTINGS = {
  ADMIN_TOKEN,
  INGEST_ALLOW: "/nulle",
  LOG_LEVEL: "silent",
  MODEL: "off",
  PUBLIC_URL: "http://localhost",
  RATE_VISITOR_MS: "60000",
};

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
  // Whatever space the disk has left.
  const database = { kind: "embedded" } as const;
  const config = { ...readConfig({ ...SETTINGS, DATA_DIR: dataDir }), database, ...engines };
  const store = await openRelational(config);
  // A suite proves what it has to, when it has to.
  const { proof: _, ...unproved } = config;
  const queue = new RunQueue({ config: unproved, store });
  const opened = openWhole(config, {
    store,
    model: null,
    tracing: null,
    isSourceOther: async () => false,
    clock: () => TODAY,
    stateLifetimeMs: 0,
    chooseSource: async () => "sample",
    wakeWorker: () => void queue.drain(),
    ...overrides,
  });
  const { app, deps } = opened;
  await deps.domains.refresh();
  return {
    ...opened,
    database: store.database,
    store,
    dataDir,
    async key(plan, terms = {}) {
      const { key } = await createKey(store.database, { name: "essai", plan, ...terms });
      // Suites create more keys than a process looks up.
      await deps.keys.refresh();
      return key;
    },
    async ingest(from, forced = false) {
      const id = await requestRun(store.database, { source: from, forced });
      await queue.drain();
      const run = await readRun(store.database, id);
      if (run?.status !== "succeeded") throw new Error(`ingestion of ${from}: ${run?.message}`);
      await deps.domains.refresh();
    },
    get: (path, key, init = {}) => {
      const headers = new Headers(init.headers);
      if (key !== undefined) headers.set("x-api-key", key);
      return app.handle(new Request(`http://localhost${path}`, { ...init, headers }));
    },
    async close() {
      await queue.stop();
      await opened.close();
      await store.close();
    },
  };
}
