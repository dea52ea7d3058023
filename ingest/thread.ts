import { type MessagePort, Worker } from "node:worker_threads";
import type { Run } from "../db/runs.ts";
import type { StoresConfig } from "./stores.ts";

/** What the ingestion thread is sent. */
export interface ThreadTask {
  /** A connection to PGlite of its own. */
  readonly port: MessagePort;
  readonly config: StoresConfig;
  readonly run: Run;
}

/**
 * Executes a run in a thread of its own, so that parsing never holds the event loop of the API. The thread
 * ends with the run, and its memory with it.
 */
export async function runInThread(task: ThreadTask, signal: AbortSignal): Promise<void> {
  const thread = new Worker(new URL("./in-thread.ts", import.meta.url), {
    workerData: task,
    transferList: [task.port],
  });
  const stop = () => thread.postMessage("stop");
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  try {
    await new Promise<void>((resolve, reject) => {
      thread.on("message", () => resolve());
      thread.on("error", reject);
      thread.on("exit", (code) => reject(new Error(`le fil d'ingestion s'est arrêté (code ${code})`)));
    });
  } finally {
    signal.removeEventListener("abort", stop);
    await thread.terminate();
  }
}
