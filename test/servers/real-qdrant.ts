import { describe } from "bun:test";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../folders.ts";
import { findFreePort } from "./free-port.ts";

const ARCHIVE = join(import.meta.dir, "../../../shared/tools/qdrant/qdrant.xz");
const PLATFORM = "linux-x64";

/** Why suites can't run on a real Qdrant here, or null when they can. */
export const qdrantAbsence = findAbsence();

const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 10_000;
/** Of the log, shown when the server does not start. */
const LOG_TAIL = 2_000;

let unpacked: Promise<string> | null = null;
let running: Promise<OwnQdrant> | null = null;

interface QdrantServer {
  readonly url: string;
  /** Of the process, for benches that read its processor time. */
  readonly pid: number;
}

export interface OwnQdrant extends QdrantServer {
  /** SIGTERM: its content is on disk once it resolves. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** A suite that needs the real server; where it can't run, the title gives the reason for skipping. */
export function describeOnQdrant(title: string, suite: () => void): void {
  describe.skipIf(qdrantAbsence !== null)(
    qdrantAbsence === null ? title : `${title} (${qdrantAbsence})`,
    suite,
  );
}

/** The server that suites share, started with the first one that asks for it; each has collections of its own. */
export function qdrantServer(): Promise<QdrantServer> {
  running ??= startRealQdrant(temporaryFolder());
  return running;
}

/** Stops the shared server, if it was started. */
export async function stopQdrant(): Promise<void> {
  const server = await running?.catch(() => null);
  running = null;
  await server?.stop();
}

/** A node of a cluster: where it is joined, and where it joins the others; null for the first one. */
export interface Node {
  readonly port: number;
  readonly firstPort: number | null;
}

/**
 * Starts a server of its own over a data folder, on a free port or the one given.
 * @throws with the end of its log when it does not answer in time.
 */
export async function startRealQdrant(folder: string, ownPort?: number, node?: Node): Promise<OwnQdrant> {
  unpacked ??= unpack();
  const [binary, port, grpcPort] = await Promise.all([unpacked, ownPort ?? findFreePort(), findFreePort()]);
  const joining = node?.firstPort == null ? [] : ["--bootstrap", `http://127.0.0.1:${node.firstPort}`];
  const joined = node === undefined ? [] : ["--uri", `http://127.0.0.1:${node.port}`, ...joining];
  const log = join(folder, "qdrant.log");
  const server = Bun.spawn([binary, ...joined], {
    cwd: folder,
    env: {
      RUN_MODE: "production",
      QDRANT__SERVICE__HOST: "127.0.0.1",
      QDRANT__SERVICE__HTTP_PORT: `${port}`,
      QDRANT__SERVICE__GRPC_PORT: `${grpcPort}`,
      QDRANT__TELEMETRY_DISABLED: "true",
      ...(node !== undefined && {
        QDRANT__CLUSTER__ENABLED: "true",
        QDRANT__CLUSTER__P2P__PORT: `${node.port}`,
        QDRANT__CLUSTER__CONSENSUS__TICK_PERIOD_MS: "50",
      }),
      // As in compose.yaml: by itself it leaves one core of two idle while it builds the graph.
      QDRANT__STORAGE__PERFORMANCE__OPTIMIZER_CPU_BUDGET: "2",
    },
    stdout: Bun.file(log),
    stderr: "ignore",
  });
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    server.kill(signal);
    const timer = setTimeout(() => server.kill("SIGKILL"), STOP_LIMIT_MS);
    await server.exited;
    clearTimeout(timer);
  };
  const url = `http://127.0.0.1:${port}`;
  for (const start = Date.now(); !(await isReady(url)); await Bun.sleep(25)) {
    if (Date.now() - start < START_LIMIT_MS && server.exitCode === null) continue;
    await end("SIGKILL");
    const told = (await Bun.file(log).text()).slice(-LOG_TAIL);
    throw new Error(`the Qdrant server of the tests does not start: ${told}`);
  }
  return { url, pid: server.pid, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
}

function findAbsence(): string | null {
  if (`${process.platform}-${process.arch}` !== PLATFORM)
    return `the Qdrant server of the tests is there for ${PLATFORM} only`;
  if (!existsSync(ARCHIVE)) return "../shared/tools/qdrant is absent";
  return Bun.which("xz") === null ? "xz is not there to unpack ../shared/tools/qdrant" : null;
}

/** Path of the binary, removed after the suites. */
async function unpack(): Promise<string> {
  const path = join(temporaryFolder(), "qdrant");
  const unpacking = Bun.spawn(["xz", "-dkc", ARCHIVE], { stdout: Bun.file(path), stderr: "pipe" });
  if ((await unpacking.exited) !== 0) throw new Error(`xz: ${await new Response(unpacking.stderr).text()}`);
  chmodSync(path, 0o755);
  return path;
}
