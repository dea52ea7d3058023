import type { FacetDistribution, Meilisearch } from "meilisearch";
import { IN_FORCE, type SearchedEditions } from "../../../db/engine/dated-texts.ts";
import type { DocumentFilter } from "../../../db/engine/document-filter.ts";
import type { Facets, FullTextReader, FullTextRequest } from "../port.ts";
import type { QueryNode } from "../query/ast.ts";
import { adjacentRankings } from "./adjacent.ts";
import {
  ask,
  connect,
  type MeilisearchConfig,
  pastOf,
  READ_LIMIT_MS,
  titlesOf,
  traced,
} from "./connection.ts";
import { daysFilter, type Part } from "./days.ts";
import { filterOf } from "./filter.ts";
import { PhraseResolver } from "./phrases/resolver.ts";
import { type Ranking, rankingsOf, simpleRanking } from "./ranking.ts";
import type { TextRecord } from "./schema.ts";
import { search, searchRanked } from "./search.ts";
import { suggestTitles } from "./suggest.ts";
import { Vocabulary } from "./vocabulary.ts";

/**
 * Reader of the full-text indexes of a Meilisearch server. A filter determines the set of documents, Meilisearch's
 * ranking rules their order. Its key needs the actions `search`, `documents.get` (to verify phrases) and
 * `indexes.get` (to detect changes of the index) on all the indexes. Methods reject with EngineUnavailable while the
 * server or the indexes are unavailable.
 */
export function openMeilisearchReader(config: MeilisearchConfig): FullTextReader {
  const client = connect(config, READ_LIMIT_MS);
  const titles = titlesOf(config.index);
  const present = textsOf(client, config.index, "present");
  const both = [present, textsOf(client, pastOf(config.index), "past")];
  const vocabulary = new Vocabulary(client, present.index);
  const lookedAt = ({ kind }: SearchedEditions) => (kind === "in force" ? [present] : both);
  return {
    async search(request) {
      const { query, adjacent = [], editions = IN_FORCE } = request;
      const q = adjacent.length === 0 ? simpleRanking(query) : null;
      if (editions.kind === "in force" && q !== null)
        return search(client, { index: present.index, filter: await filterIn(present, request), q }, request);
      const parts = lookedAt(editions).map(async (texts) => ({
        index: texts.index,
        filter: await filterIn(texts, request),
        rankings: await rankingsIn(texts, request),
      }));
      return searchRanked(client, await Promise.all(parts), request);
    },
    async count(query, filter, editions = IN_FORCE) {
      const counts = lookedAt(editions).map(async (texts) => {
        const { estimatedTotalHits } = await findNone(client, texts, { query, filter, editions });
        return estimatedTotalHits;
      });
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
    async facets(query, filter, editions = IN_FORCE) {
      const distributions = lookedAt(editions).map(async (texts) => {
        const { facetDistribution } = await findNone(client, texts, { query, filter, editions }, FACETS);
        return facetDistribution ?? {};
      });
      return summed(await Promise.all(distributions));
    },
    wordsBeginning: (letters) => vocabulary.wordsBeginning(letters),
    suggest: (text, limit) => suggestTitles(client, titles, text, limit),
    async ping() {
      const queries = [present.index, titles].map((indexUid) => ({ indexUid, limit: 0 }));
      await ask(() => client.multiSearch({ queries }, traced()));
    },
    close: async () => {},
  };
}

const FACETS: readonly (keyof Facets)[] = ["domaine", "type", "matiere"];

/** One of the indexes of texts. */
interface Texts {
  readonly part: Part;
  readonly index: string;
  readonly phrases: PhraseResolver;
}

function textsOf(client: Meilisearch, index: string, part: Part): Texts {
  return { part, index, phrases: new PhraseResolver(client, index) };
}

interface Asked extends Pick<FullTextRequest, "adjacent" | "editions"> {
  readonly query: QueryNode;
  readonly filter: DocumentFilter;
}

/** The filter of the texts that a request finds in an index. */
async function filterIn({ part, phrases }: Texts, asked: Asked): Promise<string> {
  const { query, adjacent = [], filter, editions = IN_FORCE } = asked;
  const found = filterOf(query, filter, await phrases.resolve(query, adjacent));
  const days = editions.kind === "in force" ? null : daysFilter(part, editions);
  return days === null ? found : `${found} AND ${days}`;
}

/** The sub-queries that rank what a request finds in an index. */
async function rankingsIn({ phrases }: Texts, { query, adjacent = [] }: Asked): Promise<Ranking[]> {
  if (adjacent.length > 0) return adjacentRankings(query, adjacent, await phrases.resolve(query, adjacent));
  const q = simpleRanking(query);
  return q === null ? rankingsOf(query) : [{ q, weight: 1, among: null, areWordsOptional: true }];
}

async function findNone(client: Meilisearch, texts: Texts, asked: Asked, facets: readonly string[] = []) {
  const filter = await filterIn(texts, asked);
  const counted = facets.length === 0 ? {} : { facets: [...facets] };
  return await ask(() =>
    client.index<TextRecord>(texts.index).search("", { filter, limit: 0, ...counted }, traced()),
  );
}

function summed(distributions: readonly FacetDistribution[]): Facets {
  const sum = (facet: keyof Facets) => {
    const counts = new Map<string, number>();
    for (const distribution of distributions)
      for (const [value, count] of Object.entries(distribution[facet] ?? {}))
        counts.set(value, (counts.get(value) ?? 0) + count);
    return counts;
  };
  return { domaine: sum("domaine"), type: sum("type"), matiere: sum("matiere") };
}
