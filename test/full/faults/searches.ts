import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import { connectServer, disconnect } from "../../../db/postgres/client.ts";
import { openQuestionEmbedders } from "../../../search/embeddings/open.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import { parseQuery } from "../../../search/fulltext/query/parse.ts";
import { openVectorReader } from "../../../search/vectors/open.ts";
import { searchByMeaning } from "../../../src/features/hybrid/semantic.ts";
import { EMBEDDED_ENGINES } from "../../fixtures/engines.ts";
import { SITE } from "../../fixtures/site.ts";
import { COMMON_WORD, DOCUMENTS } from "./corpus.ts";
import type { Engines } from "./engines.ts";

/** Someone who searches all the time while runs go on, fail and go on again. */
interface Searcher {
  /** Searches once more, which must succeed, and stops; gives what should not have been seen. */
  stop(): Promise<readonly string[]>;
}

/** A way to search for the word that every document contains. */
export interface Search {
  readonly name: string;
  readonly everyMs: number;
  /** Fewer documents than that are a part of the index. */
  readonly atLeast: number;
  /** Whether its engine is known to be away: it may fail then. */
  isAway?(): boolean;
  /** Gives how many documents were found. */
  find(): Promise<number>;
  close(): Promise<void>;
}

/** Documents that an import may take away at most while it brings as many. */
const MOVING = DOCUMENTS / 10;

export function fullTextSearch(reader: FullTextReader): Search {
  const query = parseQuery(COMMON_WORD).node;
  return {
    name: "a search",
    everyMs: 10,
    atLeast: DOCUMENTS - MOVING,
    find: async () => (await reader.search({ query, filter: NO_FILTER, limit: 1, offset: 0 })).total,
    close: () => reader.close(),
  };
}

/** By meaning, as the API does, on the engines themselves. */
export function semanticSearch({ postgresUrl, qdrant }: Engines): Search {
  const database = connectServer({ url: postgresUrl }, 1);
  const { embeddings } = EMBEDDED_ENGINES;
  const vectors = openVectorReader(
    {
      database: { kind: "server", url: postgresUrl },
      vectors: { kind: "qdrant", url: qdrant.url, apiKey: null, shards: 1, replicas: 1, exact: false },
    },
    { connect: () => null },
  );
  const embedders = openQuestionEmbedders(embeddings, database);
  const limit = 50;
  return {
    name: "a semantic search",
    everyMs: 100,
    // What was just reissued is not shown before the index has it.
    atLeast: limit / 2,
    isAway: () => qdrant.isAway,
    async find() {
      const request = { question: `Ce que le ${COMMON_WORD} déclare`, domaine: null, limit };
      return (await searchByMeaning({ database, vectors, embedders, ...SITE }, request)).results.length;
    },
    async close() {
      await vectors.close();
      await disconnect(database);
    },
  };
}

/**
 * Searches in each way all the while. Before the first import has ended there may be no index, but never a part of
 * one; once it has been seen it is always there.
 */
export function searchMeanwhile(searches: readonly Search[], mayBeAbsent: boolean): Searcher {
  const watches = searches.map((search) => watch(search, mayBeAbsent));
  const stopAll = async () => (await Promise.all(watches.map(({ stop }) => stop()))).flat();
  let stopped: Promise<readonly string[]> | null = null;
  return {
    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };
}

function watch({ name, everyMs, atLeast, isAway, find, close }: Search, mayBeAbsent: boolean): Searcher {
  const faults = new Set<string>();
  let isThere = !mayBeAbsent;
  let isStopped = false;
  /** False when there was no answer in time. */
  const look = async (): Promise<boolean> => {
    const wasAway = isAway?.() === true;
    try {
      const found = await find();
      isThere = true;
      if (found < atLeast) faults.add(`${name} found ${found} documents`);
    } catch (error) {
      const reasons = reasonsOf(error);
      if (reasons.some((reason) => TOO_SLOW.test(reason))) return false;
      const mayFail = wasAway || isAway?.() === true;
      if (isThere && !mayFail) faults.add(`${name} failed: ${reasons.join(", since ")}`);
    }
    return true;
  };
  const goOn = async () => {
    while (!isStopped) {
      await look();
      await Bun.sleep(everyMs);
    }
  };
  const going = goOn();
  return {
    async stop() {
      isStopped = true;
      await going;
      isThere = true;
      for (let looks = 1; !(await look()); looks += 1) {
        if (looks < LAST_LOOKS) continue;
        faults.add(`${name} has no answer any more`);
        break;
      }
      await close();
      return [...faults];
    },
  };
}

/** How many times in a row a busy machine may be late once all is over. */
const LAST_LOOKS = 20;

/** A busy machine answers late, and readers give up; a missing index fails at once. */
const TOO_SLOW = /time-?out|timed out|abort/i;

/** An error and what it comes from. */
function reasonsOf(error: unknown): string[] {
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    reasons.push(`${cause.name}: ${cause.message}`);
  return reasons;
}
