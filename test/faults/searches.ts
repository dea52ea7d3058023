import type { FullTextReader } from "../../db/fulltext/port.ts";
import { parseQuery } from "../../db/fulltext/query/parse.ts";
import { EngineUnavailable } from "../../db/unavailable.ts";
import { COMMON_WORD, DOCUMENTS } from "./corpus.ts";

/** Someone who searches all the time while runs go on, fail and go on again. */
export interface Searcher {
  /** Stops searching; gives what should not have been seen. */
  stop(): Promise<readonly string[]>;
  searches(): number;
}

const EVERY_MS = 10;
/** Documents that an import may take away at most while it brings as many. */
const MOVING = DOCUMENTS / 10;

/**
 * Searches for a word that every document holds. Before the first import has ended there may be no index, but never
 * a part of one; afterwards there is always one.
 */
export function searchMeanwhile(reader: FullTextReader, mayBeAbsent: boolean): Searcher {
  const faults = new Set<string>();
  let isStopped = false;
  let searches = 0;
  const query = parseQuery(COMMON_WORD).node;
  const look = async () => {
    const { total } = await reader.search({ query, domaine: null, limit: 1, offset: 0 });
    searches += 1;
    if (total < DOCUMENTS - MOVING) faults.add(`a search found ${total} documents`);
  };
  const watch = async () => {
    while (!isStopped) {
      await look().catch((error: unknown) => {
        if (!(error instanceof EngineUnavailable && mayBeAbsent)) faults.add(`a search failed: ${error}`);
      });
      await Bun.sleep(EVERY_MS);
    }
    await reader.close();
  };
  const watching = watch();
  return {
    async stop() {
      isStopped = true;
      await watching;
      return [...faults];
    },
    searches: () => searches,
  };
}
