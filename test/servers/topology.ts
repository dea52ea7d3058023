import { describe } from "bun:test";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { temporaryFolder } from "../folders.ts";
import { type Balancer, openBalancer } from "./balancer.ts";
import { type FaultyProxy, openFaultyProxy } from "./faulty-proxy.ts";
import { findFreePort } from "./free-port.ts";
import { meilisearchAbsence, startServer } from "./meilisearch.ts";
import { startOwnQdrant } from "./own-qdrant.ts";
import { serverAbsence, startOwnServer } from "./postgres.ts";

const ROOT = join(import.meta.dir, "../..");
const START_LIMIT_MS = 30_000;

/** A process of the project. */
type Command = Subprocess<"ignore", "pipe", "pipe">;

export interface ApiProcess {
  readonly url: string;
  readonly port: number;
  readonly process: Command;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number>;
}

/** The services of compose.yaml as processes of this machine; Qdrant is the double where the server is absent. */
export interface Topology {
  /** Address of the proxy. */
  readonly url: string;
  readonly proxy: Balancer;
  readonly adminToken: string;
  readonly engines: Readonly<Record<"postgres" | "meilisearch" | "qdrant", EngineServer>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a command of the project to its end. @throws with what it printed when it fails. */
  command(script: string, ...args: string[]): Promise<string>;
  /** On this port, or on a free one; `variables` in place of those of the topology. */
  startApi(port?: number, variables?: Readonly<Record<string, string>>): Promise<ApiProcess>;
  startWorker(): Command;
  close(): Promise<void>;
}

/** A suite that needs all the servers; where they can't run, the title gives the reason for skipping. */
export function describeTopology(title: string, suite: () => void): void {
  const absence = serverAbsence ?? meilisearchAbsence;
  describe.skipIf(absence !== null)(absence === null ? title : `${title} (${absence})`, suite);
}

/** A server that the processes reach through a proxy. */
interface EngineServer {
  /** For faults of the network. */
  readonly network: FaultyProxy;
  kill(): Promise<void>;
  revive(): Promise<void>;
}

/**
 * @param source what is ingested: `sample`, or as `SOURCE` has it.
 * @param variables others, in place of those below or beside them.
 */
export async function openTopology(
  source = "sample",
  variables: Readonly<Record<string, string>> = {},
): Promise<Topology> {
  const postgres = await startOwnServer();
  // Of its own: the processes give the indexes the names that production has.
  const folder = temporaryFolder();
  let meilisearch = await startServer(folder);
  const qdrant = await startOwnQdrant();
  const adminToken = "un-jeton-d-administration-de-test";
  const engines = {
    postgres: {
      network: await openFaultyProxy(postgres.url),
      kill: () => postgres.kill(),
      revive: () => postgres.revive(),
    },
    meilisearch: {
      network: await openFaultyProxy(meilisearch.url),
      kill: () => meilisearch.kill(),
      async revive() {
        meilisearch = await startServer(folder, Number(new URL(meilisearch.url).port));
      },
    },
    qdrant: {
      network: await openFaultyProxy(qdrant.url),
      kill: () => qdrant.kill(),
      revive: () => qdrant.revive(),
    },
  };
  const databaseUrl = new URL(postgres.url);
  databaseUrl.host = new URL(engines.postgres.network.url).host;
  const proxy = await openBalancer([]);
  const environment = {
    DATABASE_URL: databaseUrl.href,
    MEILI_URL: engines.meilisearch.network.url,
    QDRANT_URL: engines.qdrant.network.url,
    MEILI_KEY: meilisearch.key,
    SOURCE: source,
    // The links of an answer name the proxy, whichever process answered.
    PUBLIC_URL: proxy.url,
    LOG_LEVEL: "error",
    ADMIN_TOKEN: adminToken,
    DRAIN_DELAY: "1",
    ...variables,
  };
  const running = new Set<Command>();
  const start = (script: string, args: readonly string[] = [], own: { PORT?: string } = {}): Command => {
    const { DATABASE_URL: _, SOURCE: __, ...inherited } = Bun.env;
    const command = Bun.spawn([process.execPath, script, ...args], {
      cwd: ROOT,
      env: { ...inherited, ...environment, ...own },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    running.add(command);
    void command.exited.then(() => running.delete(command));
    return command;
  };
  return {
    url: proxy.url,
    proxy,
    adminToken,
    engines,
    environment,
    async command(script, ...args) {
      const command = start(script, args);
      const [printed, complaint] = await Promise.all([textOf(command.stdout), textOf(command.stderr)]);
      if ((await command.exited) !== 0)
        throw new Error(`${script} ${args.join(" ")}: ${printed}${complaint}`);
      return printed;
    },
    async startApi(asked, own = {}) {
      // Chosen here: what a process prints is the address of the proxy.
      const port = asked ?? (await findFreePort());
      const command = start("src/index.ts", [], { ...own, PORT: `${port}` });
      await untilAnswering(command);
      return {
        url: `http://127.0.0.1:${port}`,
        port,
        process: command,
        stop: () => {
          command.kill("SIGTERM");
          return command.exited;
        },
      };
    },
    startWorker: () => start("ingest/worker.ts"),
    async close() {
      for (const command of running) command.kill("SIGKILL");
      await Promise.all([...running].map((command) => command.exited));
      await proxy.close();
      await qdrant.discard();
      await meilisearch.stop();
      await Promise.all(Object.values(engines).map(({ network }) => network.close()));
      await postgres.stop();
    },
  };
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return await new Response(stream).text();
}

/** Resolves once a service logs that it answers. @throws with its output when it stops before. */
async function untilAnswering(command: Command): Promise<void> {
  const limit = setTimeout(() => command.kill("SIGKILL"), START_LIMIT_MS);
  const reader = command.stdout.getReader();
  const decoder = new TextDecoder();
  let printed = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    printed += decoder.decode(value, { stream: true });
    if (!printed.includes("répond sur")) continue;
    clearTimeout(limit);
    void drain(reader);
    return;
  }
  clearTimeout(limit);
  throw new Error(`the service stopped: ${printed}${await textOf(command.stderr)}`);
}

async function drain(reader: { read(): Promise<{ done: boolean }> }): Promise<void> {
  while (!(await reader.read()).done);
}
