/** The ingestion thread: executes the runs that wait, then ends (see `thread.ts`). */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { connectPglite, disconnect } from "../db/client.ts";
import { LockLost, openWriterSession, type WriterSession } from "../db/ingestion/lock.ts";
import { storeFault } from "../db/relational.ts";
import { EngineUnavailable } from "../db/unavailable.ts";
import { drainRuns } from "./drain.ts";
import { openDerivedStores } from "./stores.ts";
import type { ThreadMessage, ThreadOutcome, ThreadTask } from "./thread.ts";

const { connection, config, resumes }: ThreadTask = workerData;
const stopping = new AbortController();
parentPort?.on("message", () => stopping.abort());

post(await execute().catch(toMessage));

async function execute(): Promise<ThreadMessage> {
  const session =
    connection.kind === "door" ? openDoor(connection.door) : await openWriterSession(connection);
  return { kind: "outcome", outcome: session === null ? "busy" : await drain(session) };
}

/** What is unexpected ends the thread, with its stack. */
function toMessage(thrown: unknown): ThreadMessage {
  const error = storeFault(thrown);
  if (!(error instanceof EngineUnavailable)) throw error;
  return { kind: "unavailable", engine: error.engine, message: error.message };
}

async function drain(session: WriterSession): Promise<ThreadOutcome> {
  const deps = {
    ...openDerivedStores(config),
    database: session.database,
    clock: () => new Date(),
    signal: stopping.signal,
    resumes,
    onEvent: post,
  };
  try {
    await Promise.race([drainRuns(deps), session.lost]);
    await session.close();
    return "drained";
  } catch (error) {
    if (error instanceof LockLost) return "lost";
    throw error;
  }
}

/** The owner of the folder is alone already. */
function openDoor(door: MessagePort): WriterSession {
  const database = connectPglite(door);
  return { database, lost: new Promise(() => {}), close: () => disconnect(database) };
}

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}
