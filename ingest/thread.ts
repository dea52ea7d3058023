import { type MessagePort, Worker } from "node:worker_threads";
import type { ServerAccess } from "../db/client.ts";
import { EngineUnavailable } from "../db/unavailable.ts";
import type { OnRunEvent, RunEvent } from "./drain.ts";
import type { StoresConfig } from "./stores.ts";

/** What the ingestion thread is sent. */
export interface ThreadTask {
  /** A door of PGlite of its own, or the server on which the thread takes the ingestion lock. */
  readonly connection:
    | { readonly kind: "door"; readonly door: MessagePort }
    | ({ readonly kind: "server" } & ServerAccess);
  readonly config: StoresConfig;
  readonly resumes: boolean;
}

/** `busy`: another process holds the lock; `lost`: the lock was lost in the middle. */
export type ThreadOutcome = "drained" | "busy" | "lost";

export type ThreadMessage =
  | RunEvent
  | { readonly kind: "outcome"; readonly outcome: ThreadOutcome }
  /** An `EngineUnavailable`: errors lose their class on their way out of a thread. */
  | { readonly kind: "unavailable"; readonly engine: string; readonly message: string };

/**
 * Executes the runs that wait in a thread of its own, so that parsing never holds the event loop of the API. The
 * thread ends with the last of them, and its memory with it.
 * @param signal stops the thread after the batch at hand.
 * @throws {EngineUnavailable} when the relational store is away, or refuses what it is asked.
 */
export async function drainInThread(
  task: ThreadTask,
  signal: AbortSignal,
  onEvent: OnRunEvent,
): Promise<ThreadOutcome> {
  const thread = new Worker(new URL("./in-thread.ts", import.meta.url), {
    workerData: task,
    transferList: task.connection.kind === "door" ? [task.connection.door] : [],
  });
  const stop = () => thread.postMessage("stop");
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  try {
    return await new Promise<ThreadOutcome>((resolve, reject) => {
      thread.on("message", (message: ThreadMessage) => {
        if (message.kind === "outcome") resolve(message.outcome);
        else if (message.kind === "unavailable")
          reject(new EngineUnavailable(message.engine, message.message));
        else onEvent(message);
      });
      thread.on("error", reject);
      thread.on("exit", (code) => reject(new Error(`le fil d'ingestion s'est arrêté (code ${code})`)));
    });
  } finally {
    signal.removeEventListener("abort", stop);
    await thread.terminate();
  }
}
