/** The thread that keeps the vectors in memory and compares them (see `reader.ts`). */
import { parentPort, workerData } from "node:worker_threads";
import { StoreDamaged } from "../../../db/engine/damaged.ts";
import type { RefreshObserver } from "../../../db/engine/refreshed-value.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { connectPglite, connectServer } from "../../../db/postgres/client.ts";
import { LiveHoldings } from "./live-holdings.ts";
import type { ThreadAnswer, ThreadConnection, ThreadNews, ThreadRequest } from "./messages.ts";

const connection: ThreadConnection = workerData;
const database = connection.kind === "door" ? connectPglite(connection.door) : connectServer(connection, 1);
const observer: RefreshObserver = {
  began: (name) => tell({ refresh: "began", name }),
  succeeded: (name) => tell({ refresh: "succeeded", name }),
  failed: (name, error) => tell({ refresh: "failed", name, error, isDamage: error instanceof StoreDamaged }),
};
const live = new LiveHoldings(database, observer);

parentPort?.on("message", (request: ThreadRequest) => void serve(request));

async function serve(request: ThreadRequest): Promise<void> {
  parentPort?.postMessage(await answer(request));
}

async function answer({ id, version, query }: ThreadRequest): Promise<ThreadAnswer> {
  try {
    const holdings = await live.of({ version, set: query?.pastAmong === undefined ? "present" : "past" });
    return { id, hits: query === null ? [] : holdings.search(query) };
  } catch (error) {
    const reason = error instanceof EngineUnavailable ? error.message : UNREADABLE;
    return { id, reason, isDamage: error instanceof StoreDamaged };
  }
}

function tell(news: ThreadNews): void {
  parentPort?.postMessage(news);
}

/** The driver's own message may contain an address. */
const UNREADABLE = "Les vecteurs ne peuvent pas être lus dans la base relationnelle.";
