/** The ingestion thread: executes the queued runs, or refills derived stores, then ends (see `thread.ts`). */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import { LockLost, openWriterSession, type WriterSession } from "../../db/ingestion/writer-session.ts";
import { connectPglite, disconnect } from "../../db/postgres/client.ts";
import { storeFault } from "../../db/postgres/open.ts";
import { connectEncoder } from "../../search/embeddings/encoder-door.ts";
import { rebuildStores } from "../derived/proof.ts";
import { openDerivedStores } from "../derived/stores.ts";
import { executeRuns } from "./execute.ts";
import type { ThreadMessage, ThreadOutcome, ThreadTask } from "./thread.ts";

const { connection, config, proof, law, encoder, resumes, rebuilds }: ThreadTask = workerData;
const stores = openDerivedStores(config, encoder === null ? null : connectEncoder(encoder));
const stopping = new AbortController();
parentPort?.on("message", () => stopping.abort());

post(await execute().catch(toMessage));

async function execute(): Promise<ThreadMessage> {
  const session =
    connection.kind === "door" ? openDoor(connection.door) : await openWriterSession(connection);
  return { kind: "outcome", outcome: session === null ? "busy" : await work(session) };
}

/** An unexpected fault ends the thread, with its stack. */
function toMessage(thrown: unknown): ThreadMessage {
  const error = storeFault(thrown);
  if (!(error instanceof EngineUnavailable)) throw error;
  return { kind: "unavailable", engine: error.engine, message: error.message };
}

async function work(session: WriterSession): Promise<ThreadOutcome> {
  try {
    const working = rebuilds === null ? drain(session) : rebuild(session, rebuilds);
    const isLeft = (await Promise.race([working, session.lost])) === "stopped";
    // Work left unfinished ends with the thread.
    if (!isLeft) await session.close();
    return "drained";
  } catch (error) {
    if (error instanceof LockLost) return "lost";
    throw error;
  }
}

async function drain({ database }: WriterSession): Promise<void> {
  const clock = () => new Date();
  const { signal } = stopping;
  await executeRuns({ ...stores, database, proof, law, clock, signal, resumes, onEvent: post });
}

/** Readers see the old stores until the new ones are complete: it may be abandoned midway. */
async function rebuild(
  { database }: WriterSession,
  chosen: readonly DerivedStore[],
): Promise<"done" | "stopped"> {
  const stopped = new Promise<"stopped">((resolve) => {
    if (stopping.signal.aborted) resolve("stopped");
    stopping.signal.addEventListener("abort", () => resolve("stopped"));
  });
  const proof = await Promise.race([rebuildStores(database, stores, chosen), stopped]);
  if (proof === "stopped") return proof;
  post({ kind: "rebuilt", proof });
  return "done";
}

/** No lock: the owner of the folder has no rival. */
function openDoor(door: MessagePort): WriterSession {
  const database = connectPglite(door);
  return { database, lost: new Promise(() => {}), close: () => disconnect(database) };
}

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}
