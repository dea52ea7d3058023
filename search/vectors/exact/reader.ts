import { Worker } from "node:worker_threads";
import type { RefreshObserver } from "../../../db/engine/refreshed-value.ts";
import { EngineUnavailable, StoreDamaged } from "../../../db/engine/unavailable.ts";
import { DAMAGED_VECTORS } from "../../../db/integrity/vectors.ts";
import type { VectorHit, VectorReader } from "../port.ts";
import type { ThreadAnswer, ThreadConnection, ThreadNews, ThreadRequest } from "./messages.ts";

/** A first question may wait for the vectors to load; beyond this, failing lets the caller retry. */
const TIME_LIMIT_MS = 10_000;

/**
 * Compares a question with every vector of the relational store, in a thread of its own, started by the first question,
 * 1 KB per passage. `connect` gives it a connection; `observer` is told of refreshed vectors.
 */
export function openExactReader(connect: () => ThreadConnection, observer: RefreshObserver): VectorReader {
  const thread = new ScanThread(connect, observer);
  return {
    search: ({ version, ...query }) => thread.ask(version, query),
    ping: async (version) => {
      await thread.ask(version, null);
      return null;
    },
    close: () => thread.close(),
  };
}

interface Waiting {
  readonly resolve: (hits: VectorHit[]) => void;
  readonly reject: (error: EngineUnavailable) => void;
}

class ScanThread {
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private asked = 0;

  constructor(
    private readonly connect: () => ThreadConnection,
    private readonly observer: RefreshObserver,
  ) {}

  async ask(version: string, query: ThreadRequest["query"]): Promise<VectorHit[]> {
    this.asked += 1;
    const id = this.asked;
    const { promise, ...waiting } = Promise.withResolvers<VectorHit[]>();
    this.waiting.set(id, waiting);
    const timer = setTimeout(() => this.fail(id, "La recherche vectorielle tarde trop."), TIME_LIMIT_MS);
    this.worker ??= this.start();
    this.worker.postMessage({ id, version, query } satisfies ThreadRequest);
    return promise.finally(() => clearTimeout(timer));
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }

  private start(): Worker {
    const connection = this.connect();
    const transferList = connection.kind === "door" ? [connection.door] : [];
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: connection,
      transferList,
    });
    worker.on("message", (message: ThreadAnswer | ThreadNews) => {
      if ("refresh" in message) this.pass(message);
      else this.settle(message);
    });
    // The next question starts another thread.
    worker.on("error", () => this.lose(worker));
    worker.on("exit", () => this.lose(worker));
    return worker;
  }

  private pass(news: ThreadNews): void {
    if (news.refresh === "failed") this.observer.failed(news.name, news.isDamage ? damaged() : news.error);
    else this.observer[news.refresh](news.name);
  }

  private settle(answer: ThreadAnswer): void {
    if ("reason" in answer) this.reject(answer.id, answer.isDamage ? damaged() : unavailable(answer.reason));
    else this.waiting.get(answer.id)?.resolve(answer.hits);
    this.waiting.delete(answer.id);
  }

  private lose(worker: Worker): void {
    if (this.worker === worker) this.worker = null;
    for (const id of this.waiting.keys()) this.fail(id, "La recherche vectorielle s'est arrêtée.");
  }

  private fail(id: number, message: string): void {
    this.reject(id, unavailable(message));
  }

  private reject(id: number, error: EngineUnavailable): void {
    this.waiting.get(id)?.reject(error);
    this.waiting.delete(id);
  }
}

function unavailable(message: string): EngineUnavailable {
  return new EngineUnavailable("vectors", message);
}

function damaged(): StoreDamaged {
  return new StoreDamaged("vectors", DAMAGED_VECTORS);
}
