import { Worker } from "node:worker_threads";
import { compareTexts, type TextComparison } from "../../../db/bofip/comparison/compare.ts";
import type { ComparedText } from "../../../db/bofip/comparison/text.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { ComparisonAnswer, ComparisonRequest } from "./messages.ts";

/**
 * Characters of both texts together up to which comparing costs less than 30 ms, were no word in its place
 * (`bun run bench comparison`): no matter for the event loop.
 */
const MOST_CHARACTERS_IN_LINE = 8_000;

/** Several times what the longest comparison takes (see `Effort`). */
const TIME_LIMIT_MS = 20_000;

/** Compares texts without holding up the event loop. */
export interface Comparator {
  /** @throws {EngineUnavailable} when the comparison of large texts takes too long, or its thread ended. */
  compare(before: ComparedText, after: ComparedText): Promise<TextComparison>;
  /** Ends the thread; what it was comparing is refused. */
  close(): Promise<void>;
}

/**
 * Compares small texts at once and large ones in a thread of its own, which starts with the first of them.
 * @param mostInLine characters of both texts up to which the thread is not asked.
 */
export function openComparator(mostInLine = MOST_CHARACTERS_IN_LINE): Comparator {
  const thread = new ComparisonThread();
  return {
    compare: async (before, after) =>
      before.texte.length + after.texte.length <= mostInLine
        ? compareTexts(before, after)
        : await thread.ask(before, after),
    close: () => thread.close(),
  };
}

interface Waiting {
  readonly worker: Worker;
  readonly resolve: (comparison: TextComparison) => void;
  readonly reject: (error: EngineUnavailable) => void;
}

class ComparisonThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #asked = 0;

  async ask(before: ComparedText, after: ComparedText): Promise<TextComparison> {
    this.#asked += 1;
    const id = this.#asked;
    this.#worker ??= this.#start();
    const { promise, ...settling } = Promise.withResolvers<TextComparison>();
    this.#waiting.set(id, { worker: this.#worker, ...settling });
    const timer = setTimeout(() => this.#settle({ id, comparison: null }), TIME_LIMIT_MS);
    this.#worker.postMessage({ id, before, after } satisfies ComparisonRequest);
    return await promise.finally(() => clearTimeout(timer));
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#lose(worker);
    await worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./thread.ts", import.meta.url));
    worker.on("message", (answer: ComparisonAnswer) => this.#settle(answer));
    // The next large comparison starts another thread.
    worker.on("error", () => this.#lose(worker));
    worker.on("exit", () => this.#lose(worker));
    return worker;
  }

  #settle({ id, comparison }: ComparisonAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (comparison === null) waiting?.reject(new EngineUnavailable("comparison", FAILED));
    else waiting?.resolve(comparison);
  }

  #lose(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
    for (const [id, waiting] of this.#waiting)
      if (waiting.worker === worker) this.#settle({ id, comparison: null });
  }
}

const FAILED = "La comparaison des deux textes n'a pas abouti : réessayez dans quelques secondes.";
