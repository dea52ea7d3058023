import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import { openMeilisearchReader } from "../../../search/fulltext/meilisearch/reader.ts";
import { parseQuery } from "../../../search/fulltext/query/parse.ts";
import { openSpy, type Seen } from "../../servers/spied-meilisearch.ts";
import { startBareServer } from "./bare.ts";
import type { BenchRequest } from "./load.ts";
import type { EngineSearch } from "./routes.ts";
import type { Engines } from "./search-engines.ts";

/** What a route is compared with: requests that go with its own, rank by rank, to a server without our service. */
export interface Direct {
  readonly url: string;
  readonly requests: readonly BenchRequest[];
  close(): Promise<void>;
}

/**
 * The embedded engine in a bare process, asked what the API asks of it.
 * @param isFts5Alone whether FTS5 finds and ranks the same stems in its place, which it can but for prefixes.
 */
export async function openSqliteDirect(
  { dataDir }: Engines,
  requests: readonly BenchRequest[],
  isFts5Alone = false,
): Promise<Direct> {
  const bare = await startBareServer({ dataDir, isFts5Alone });
  return { url: bare.url, requests, close: bare.stop };
}

/** The answers themselves, in a bare process. */
export async function openReadyDirect(
  requests: readonly BenchRequest[],
  bodies: readonly string[],
): Promise<Direct> {
  const bare = await startBareServer({ requests, bodies });
  return { url: bare.url, requests, close: bare.stop };
}

/** Meilisearch asked by the same filter, with the same ranking as the API asks it; what resolves phrases is left out. */
export async function openMeilisearchDirect(
  { server }: Engines,
  searches: readonly EngineSearch[],
): Promise<Direct> {
  return direct(server, await record(server, searches));
}

/** Meilisearch as one calls it who has nothing but its index: the words, and no filter. */
export function openMeilisearchBare({ server }: Engines, searches: readonly EngineSearch[]): Direct {
  const asked = searches.map(({ kind, bare }) => ({
    path: `/indexes/${server.index}${kind === "suggest" ? "-titres" : ""}/search`,
    body: JSON.stringify(bare),
  }));
  return direct(server, asked);
}

function direct({ url, key }: Engines["server"], asked: readonly BenchRequest[]): Direct {
  const headers = { authorization: `Bearer ${key}` };
  return { url, requests: asked.map((request) => ({ ...request, headers })), close: async () => {} };
}

/** The call that each search comes to, which a spy answers in the server's place. */
async function record(
  { url, key, index }: Engines["server"],
  searches: readonly EngineSearch[],
): Promise<BenchRequest[]> {
  const spy = openSpy(url);
  const nothing = { hits: [], estimatedTotalHits: 0, results: [] };
  spy.tamper((seen) => (isSearch(seen) ? { answer: Response.json(nothing) } : null));
  const reader = openMeilisearchReader({ url: spy.url, key, index, keepsSettings: false });
  const asked: BenchRequest[] = [];
  for (const { kind, q, limit } of searches) {
    if (kind === "suggest") await reader.suggest(q, limit);
    else await reader.search({ query: parseQuery(q).node, filter: NO_FILTER, limit, offset: 0 });
    const call = spy.take().find(isSearch);
    if (call === undefined) throw new Error(`${q}: the engine is asked nothing`);
    asked.push({ path: call.path, body: call.body });
  }
  await reader.close();
  await spy.close();
  return asked;
}

/** Phrases are resolved by multiple searches that are not federated. */
function isSearch({ path, body }: Seen): boolean {
  return path.endsWith("/search") || (path === "/multi-search" && body.includes('"federation"'));
}
