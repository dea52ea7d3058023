import { type MessagePort, Worker } from "node:worker_threads";
import type { LawConfig } from "../../config/law.ts";
import type { ProofConfig } from "../../config/proof.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { ServerAccess } from "../../db/postgres/client.ts";
import type { RunProof } from "../../db/schema/ingestion.ts";
import { type EncoderDoor, openEncoderDoor } from "../../search/embeddings/encoder-door.ts";
import type { Encoder } from "../../search/embeddings/port.ts";
import type { StoresConfig } from "../derived/stores.ts";
import { IngestionFault } from "../journal/fault.ts";
import type { OnRunEvent, RunEvent } from "./execute.ts";

/** Input of the ingestion thread. */
export interface ThreadTask {
  /** A PGlite door of its own, or the server on which the thread takes the ingestion lock. */
  readonly connection:
    | { readonly kind: "door"; readonly door: MessagePort }
    | ({ readonly kind: "server" } & ServerAccess);
  readonly config: StoresConfig;
  /** The log of proof; null when this process keeps none. */
  readonly proof: ProofConfig | null;
  /** The law of the day; null when it is off. */
  readonly law: LawConfig | null;
  /** The language model of the process; null where there is none. */
  readonly encoder: EncoderDoor | null;
  readonly resumes: boolean;
  /** The stores to refill; null to execute the queued runs. */
  readonly rebuilds: readonly DerivedStore[] | null;
}

/** The stores and settings that the thread works on. */
export interface Workplace extends Omit<ThreadTask, "encoder" | "rebuilds"> {
  readonly model: Encoder | null;
}

/** `busy`: another process owns the lock; `lost`: the lock was lost midway. */
export type ThreadOutcome = "drained" | "busy" | "lost";

export type ThreadMessage =
  | RunEvent
  | { readonly kind: "rebuilt"; readonly proof: RunProof }
  | { readonly kind: "outcome"; readonly outcome: ThreadOutcome }
  /** An `EngineUnavailable`: errors lose their class when they leave a thread. */
  | { readonly kind: "unavailable"; readonly engine: string; readonly message: string };

/** Executes the queued runs (see `workInThread`). */
export function drainInThread(
  place: Workplace,
  signal: AbortSignal,
  onEvent: OnRunEvent,
): Promise<ThreadOutcome> {
  return workInThread(place, null, signal, (message) => {
    if (message.kind !== "rebuilt") onEvent(message);
  });
}

/**
 * Refills derived stores; returns what all of them then contain.
 * @throws {IngestionFault} when another process ingests, or the lock or the service was lost midway
 */
export async function rebuildInThread(
  place: Workplace,
  rebuilds: readonly DerivedStore[],
  signal: AbortSignal,
): Promise<RunProof> {
  let proof: RunProof | null = null;
  const outcome = await workInThread(place, rebuilds, signal, (message) => {
    if (message.kind === "rebuilt") proof = message.proof;
  });
  if (proof !== null) return proof;
  throw new IngestionFault(
    outcome === "busy"
      ? "Une ingestion est en cours : relancez la commande quand elle sera finie."
      : "La reconstruction a été interrompue : relancez la commande.",
  );
}

/**
 * Works in a thread of its own, so that parsing never blocks the API's event loop. The thread ends with its task, which
 * frees its memory.
 * @param signal stops the thread after the present batch.
 * @throws {EngineUnavailable} when the relational store is away, or refuses a statement.
 */
async function workInThread(
  { model, ...place }: Workplace,
  rebuilds: ThreadTask["rebuilds"],
  signal: AbortSignal,
  onMessage: (message: Extract<ThreadMessage, { kind: RunEvent["kind"] | "rebuilt" }>) => void,
): Promise<ThreadOutcome> {
  const opened = model === null ? null : openEncoderDoor(model);
  const encoder = opened?.door ?? null;
  const store = place.connection.kind === "door" ? [place.connection.door] : [];
  const thread = new Worker(new URL("./in-thread.ts", import.meta.url), {
    workerData: { ...place, rebuilds, encoder } satisfies ThreadTask,
    transferList: encoder === null ? store : [...store, encoder.port],
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
        else onMessage(message);
      });
      thread.on("error", reject);
      thread.on("exit", (code) => reject(new Error(`le fil d'ingestion s'est arrêté (code ${code})`)));
    });
  } finally {
    signal.removeEventListener("abort", stop);
    await thread.terminate();
    opened?.close();
  }
}
