import { LRUCache } from "lru-cache";
import type { TextComparison } from "../../../bofip/comparison/compare.ts";
import { joined } from "../../../db/engine/refreshed-value.ts";
import { type Caller, TaskThread } from "../../threads/task-thread.ts";
import { type ComparedSource, type ComparisonTask, compareSources } from "./compare-sources.ts";

/**
 * Up to this many characters of both texts together, comparing takes less than 30 ms, even if every word had moved
 * (`bun run bench comparison`): too short to matter to the event loop.
 */
const MOST_CHARACTERS_IN_LINE = 8_000;

/** Several times what the longest comparison takes (see `Effort`), its wait included. */
const TIME_LIMIT_MS = 20_000;

/** The longest comparison takes about 200 ms: nobody waits for more than a few seconds. */
const MOST_WAITING = { keyed: 16, visitor: 4 } as const;

/** Characters of the cached comparisons, the latest requested: several hundred ordinary ones. */
const MOST_KEPT_CHARACTERS = 8_000_000;

/** Compares texts without blocking the event loop. */
export interface Comparator {
  /**
   * Compares a pair of texts once for all callers, whatever days they name them by.
   * @throws {EngineUnavailable} when too many large comparisons are waiting, or one takes too long.
   */
  compare(before: ComparedSource, after: ComparedSource, caller: Caller): Promise<TextComparison>;
  /** Ends the thread; the comparison in progress is refused. */
  close(): Promise<void>;
}

/**
 * Compares small texts at once and large ones in a separate thread, started by the first of them.
 * @param mostInLine characters of both texts up to which the thread is not used.
 */
export function openComparator(mostInLine = MOST_CHARACTERS_IN_LINE): Comparator {
  const thread = new TaskThread<ComparisonTask, TextComparison>({
    script: new URL("./thread.ts", import.meta.url),
    engine: "comparison",
    mostWaiting: MOST_WAITING,
  });
  const kept = new LRUCache<string, TextComparison>({
    maxSize: MOST_KEPT_CHARACTERS,
    sizeCalculation: charactersOf,
  });
  const join = joined<TextComparison>();

  async function start(task: ComparisonTask, pair: string, caller: Caller): Promise<TextComparison> {
    const isSmall = task.before.texte.length + task.after.texte.length <= mostInLine;
    const request = { caller, timeLimitMs: TIME_LIMIT_MS };
    const comparison = isSmall ? compareSources(task) : await thread.run(task, request);
    kept.set(pair, comparison);
    return comparison;
  }

  return {
    compare: async (before, after, caller) => {
      const pair = `${digestOf(before)} ${digestOf(after)}`;
      const known = kept.get(pair);
      if (known !== undefined) return known;
      // Keyed by caller too: a key holder must not wait for a visitor's place in the queue.
      return await join(`${caller} ${pair}`, () => start({ before, after }, pair, caller));
    },
    close: () => thread.close(),
  };
}

/** Exact, unlike a fingerprint: the segments of a comparison have the white space of their texts. */
function digestOf({ texte, spans }: ComparedSource): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(spans)).update(texte).digest("base64");
}

function charactersOf({ paragraphes }: TextComparison): number {
  // Each word is in a text and in a segment.
  return paragraphes.reduce((sum, { avant, apres }) => sum + 2 * (avant.length + apres.length), 1);
}
