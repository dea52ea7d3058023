import type { Meilisearch } from "meilisearch";
import type { Facets, FullTextPage, FullTextReader, FullTextRequest } from "../port.ts";
import { adjacentRankings } from "./adjacent.ts";
import { ask, connect, type MeilisearchConfig, READ_LIMIT_MS, titlesOf, traced } from "./connection.ts";
import { filterOf } from "./filter.ts";
import { PhraseResolver } from "./phrases/resolver.ts";
import { type Ranking, rankingsOf, simpleRanking } from "./ranking.ts";
import type { TextRecord } from "./schema.ts";
import { suggestTitles } from "./suggest.ts";
import { Vocabulary } from "./vocabulary.ts";

/**
 * Reader of the full-text indexes of a Meilisearch server. A filter determines the set of documents, Meilisearch's
 * ranking rules their order. Its key needs the actions `search`, `documents.get` (to verify phrases) and
 * `indexes.get` (to detect changes of the index) on the two indexes. Methods reject with EngineUnavailable while the
 * server or the indexes are unavailable.
 */
export function openMeilisearchReader(config: MeilisearchConfig): FullTextReader {
  const client = connect(config, READ_LIMIT_MS);
  const texts = config.index;
  const titles = titlesOf(config.index);
  const phrases = new PhraseResolver(client, texts);
  const vocabulary = new Vocabulary(client, texts);
  return {
    async search(request) {
      const { query, adjacent = [] } = request;
      const phraseFilter = await phrases.resolve(query, adjacent);
      const filter = filterOf(query, request.filter, phraseFilter);
      const q = simpleRanking(query);
      if (adjacent.length > 0)
        return searchRanked(client, texts, filter, adjacentRankings(query, adjacent, phraseFilter), request);
      return q === null
        ? searchRanked(client, texts, filter, rankingsOf(query), request)
        : search(client, texts, filter, q, request);
    },
    async count(query, kept) {
      const filter = filterOf(query, kept, await phrases.resolve(query));
      const { estimatedTotalHits } = await ask(() =>
        client.index<TextRecord>(texts).search("", { filter, limit: 0 }, traced()),
      );
      return estimatedTotalHits;
    },
    async facets(query, kept) {
      const filter = filterOf(query, kept, await phrases.resolve(query));
      const { facetDistribution: distribution } = await ask(() =>
        client.index<TextRecord>(texts).search("", { filter, limit: 0, facets: [...FACETS] }, traced()),
      );
      const valuesOf = (facet: keyof Facets) => new Map(Object.entries(distribution?.[facet] ?? {}));
      return { domaine: valuesOf("domaine"), type: valuesOf("type"), matiere: valuesOf("matiere") };
    },
    wordsBeginning: (letters) => vocabulary.wordsBeginning(letters),
    suggest: (text, limit) => suggestTitles(client, titles, text, limit),
    async ping() {
      const queries = [texts, titles].map((indexUid) => ({ indexUid, limit: 0 }));
      await ask(() => client.multiSearch({ queries }, traced()));
    },
    close: async () => {},
  };
}

const FACETS: readonly (keyof Facets)[] = ["domaine", "type", "matiere"];

async function search(
  client: Meilisearch,
  index: string,
  filter: string,
  q: string,
  { limit, offset }: FullTextRequest,
): Promise<FullTextPage> {
  const { estimatedTotalHits, hits } = await ask(() =>
    client.index<TextRecord>(index).search(
      q,
      {
        filter,
        limit,
        offset,
        matchingStrategy: "last",
        attributesToRetrieve: ["pk"],
        showRankingScore: true,
      },
      traced(),
    ),
  );
  return {
    total: estimatedTotalHits,
    hits: hits.map(({ pk, _rankingScore = 0 }) => ({ boiId: pk, score: _rankingScore })),
  };
}

/** Runs sub-queries in one federated search: returns each document once, with its best weighted score. */
async function searchRanked(
  client: Meilisearch,
  index: string,
  filter: string,
  rankings: readonly Ranking[],
  { limit, offset }: FullTextRequest,
): Promise<FullTextPage> {
  const subQuery = ({ q, weight, among }: Ranking) => ({
    indexUid: index,
    q,
    filter: among === null ? filter : `${filter} AND (${among})`,
    matchingStrategy: "all" as const,
    attributesToRetrieve: ["pk"],
    federationOptions: { weight },
  });
  const request = { federation: { limit, offset }, queries: rankings.map(subQuery) };
  const { estimatedTotalHits = 0, hits } = await ask(() =>
    client.multiSearch<typeof request, TextRecord>(request, traced()),
  );
  return {
    total: estimatedTotalHits,
    hits: hits.map(({ pk, _federation }) => ({ boiId: pk, score: _federation?.weightedRankingScore ?? 0 })),
  };
}
