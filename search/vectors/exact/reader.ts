import { Worker } from "node:worker_threads";
import type { RefreshObserver } from "../../../db/engine/refreshed-value.ts";
import { TimeLimitPassed, withTimeout } from "../../../db/engine/retry.ts";
import { AskedThread } from "../../../db/engine/thread.ts";
import { EngineUnavailable, StoreDamaged } from "../../../db/engine/unavailable.ts";
import { DAMAGED_VECTORS } from "../../../db/integrity/vectors.ts";
import type { VectorHit, VectorReader } from "../port.ts";
import type { ThreadConnection, ThreadNews, ThreadRequest } from "./messages.ts";

/** A first question may wait for the vectors to load; beyond this, failing lets the caller retry. */
const TIME_LIMIT_MS = 10_000;

/**
 * Compares a question with every vector of the relational store, in a thread of its own, started by the first question,
 * 1 KB per passage. `connect` gives it a connection; `observer` is told of refreshed vectors.
 */
export function openExactReader(connect: () => ThreadConnection, observer: RefreshObserver): VectorReader {
  let thread: AskedThread<ThreadRequest, VectorHit[]> | null = null;

  function start(): AskedThread<ThreadRequest, VectorHit[]> {
    const workerData = connect();
    const transferList = workerData.kind === "door" ? [workerData.door] : [];
    const worker = new Worker(new URL("./thread.ts", import.meta.url), { workerData, transferList });
    worker.on("message", (message: ThreadNews | { readonly id: number }) => {
      if ("refresh" in message) pass(message, observer);
    });
    // The next question starts another thread.
    return new AskedThread(worker, () => {
      thread = null;
      return unavailable("La recherche vectorielle s'est arrêtée.");
    });
  }

  async function ask(request: ThreadRequest): Promise<VectorHit[]> {
    thread ??= start();
    return await withTimeout(TIME_LIMIT_MS, thread.ask(request)).catch((error) => {
      throw error instanceof TimeLimitPassed ? unavailable("La recherche vectorielle tarde trop.") : error;
    });
  }

  return {
    search: ({ version, ...query }) => ask({ version, query }),
    ping: async (version) => {
      await ask({ version, query: null });
      return null;
    },
    close: async () => await thread?.end(),
  };
}

function pass(news: ThreadNews, observer: RefreshObserver): void {
  if (news.refresh === "failed")
    observer.failed(news.name, news.isDamage ? new StoreDamaged("vectors", DAMAGED_VECTORS) : news.error);
  else observer[news.refresh](news.name);
}

function unavailable(message: string): EngineUnavailable {
  return new EngineUnavailable("vectors", message);
}
