import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { withTimeout } from "../engine/retry.ts";
import { EngineUnavailable } from "../engine/unavailable.ts";
import type { HostOrder, PgliteHosting } from "./host.ts";

/** A checkpoint of a whole import takes a second. */
const CLOSING_LIMIT_MS = 10_000;

/**
 * Compiled once per process: each thread would otherwise compile its 9 MB again, and each function at its first call.
 */
let engine: Promise<WebAssembly.Module> | null = null;

export interface PgliteThread {
  /** A new door to this thread, for `connectPglite`, here or in another thread (transfer it). */
  connect(): MessagePort;
  /** Stops writing (SQLSTATE 25006) while the disk has less than `minFreeBytes` free. */
  watchSpace(minFreeBytes: number): void;
  /** Ends within seconds, whatever the state of the engine. */
  close(): Promise<void>;
}

/**
 * Opens the PGlite folder in a thread of its own, so that a long statement never blocks the API's event loop; creates
 * the folder first when it does not exist. The caller must own the folder's lock (`db/data-folder/lock.ts`): nothing in
 * PGlite stops a second process from writing to it.
 * @throws {EngineUnavailable} when a file of the folder is damaged, or of another version.
 */
export async function openPglite(folder: string): Promise<PgliteThread> {
  if (!existsSync(folder)) await createFolder(folder);
  engine ??= compileEngine();
  const workerData: PgliteHosting = { folder, engine: await engine };
  const thread = new Worker(new URL("./host.ts", import.meta.url), { workerData });
  await answer(thread).catch((cause: unknown) => {
    throw notOpened(folder, cause);
  });
  thread.on("exit", stop);
  const order = (given: HostOrder, transferred: MessagePort[] = []) => thread.postMessage(given, transferred);
  return {
    connect() {
      const { port1, port2 } = new MessageChannel();
      order({ door: port2 }, [port2]);
      return port1;
    },
    watchSpace: (minFreeBytes) => order({ minFreeBytes }),
    async close() {
      thread.off("exit", stop);
      const closed = answer(thread);
      order({ close: true });
      // Committed data is in the log: terminating an unresponsive engine loses nothing.
      await withTimeout(CLOSING_LIMIT_MS, closed).catch(() => {});
      await thread.terminate();
    },
  };
}

async function compileEngine(): Promise<WebAssembly.Module> {
  const file = Bun.file(new URL(import.meta.resolve("@electric-sql/pglite/pglite.wasm")));
  return await WebAssembly.compile(await file.arrayBuffer());
}

async function createFolder(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const script = join(import.meta.dir, "init.ts");
  const child = Bun.spawn([process.execPath, script, folder], { stdout: "ignore", stderr: "pipe" });
  const errors = await new Response(child.stderr).text();
  if ((await child.exited) !== 0)
    throw new Error(`La création de la base embarquée a échoué : ${errors.trim()}`);
}

function notOpened(folder: string, cause: unknown): EngineUnavailable {
  const message = `La base embarquée ${folder} ne s'ouvre pas : un de ses fichiers est abîmé ou d'une autre version, ou la place manque. Restaurez une sauvegarde de ce dossier, ou déplacez-le : une ingestion le remplira.`;
  return new EngineUnavailable("pglite", message, { cause });
}

/** Thrown from the thread's own event, so that the process ends: without its store it could only time out. */
function stop(code: number): never {
  throw new EngineUnavailable(
    "pglite",
    `La base embarquée s'est arrêtée (code ${code}) et ne peut pas être rouverte : regardez l'espace disque.`,
  );
}

/** The thread's next message, which can only answer the last request. */
async function answer(thread: Worker): Promise<void> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    const exit = once(thread, "exit", { signal }).then(([code]) => stop(code));
    await Promise.race([once(thread, "message", { signal }), exit]);
  } finally {
    settled.abort();
  }
}
