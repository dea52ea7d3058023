import type { FacetDistribution, Meilisearch } from "meilisearch";
import { asciiUpperCase, isIdentifierStart } from "../../../bofip/identifiers/identifier.ts";
import { documentOfEntry, IN_FORCE, type SearchedEditions } from "../../../db/engine/dated-texts.ts";
import type { DocumentFilter } from "../../../db/engine/document-filter.ts";
import type { Facets, FullTextPage, FullTextReader, FullTextRequest } from "../port.ts";
import type { QueryNode } from "../query/ast.ts";
import {
  ask,
  connect,
  type MeilisearchConfig,
  pastOf,
  READ_LIMIT_MS,
  titlesOf,
  traced,
} from "./connection.ts";
import { filterOf, type PhraseFilter } from "./filter.ts";
import { PhraseResolver } from "./phrases/resolver.ts";
import { type Ranking, rankingsOf, simpleRanking } from "./ranking.ts";
import {
  daysFilter,
  EVERYWHERE,
  foldedWords,
  type Part,
  type TextRecord,
  type TitleRecord,
} from "./schema.ts";
import { WEIGHTS } from "./settings.ts";

/**
 * Reader of a Meilisearch server's indexes: a filter decides which documents, ranking rules their order. Its key needs
 * `search`, `documents.get` (to verify phrases) and `indexes.get` (to detect changes). Methods reject with
 * EngineUnavailable while the server or the indexes are unavailable.
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
    servers: async () => null,
    close: async () => {},
  };
}

const FACETS: readonly (keyof Facets)[] = ["domaine", "type", "matiere"];

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

async function filterIn({ part, phrases }: Texts, asked: Asked): Promise<string> {
  const { query, adjacent = [], filter, editions = IN_FORCE } = asked;
  const found = filterOf(query, filter, await phrases.resolve(query, adjacent));
  const days = editions.kind === "in force" ? null : daysFilter(part, editions);
  return days === null ? found : `${found} AND ${days}`;
}

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

/** Those with all citations (stems of each) as adjacent words come first, then those with some. Filters select them. */
function adjacentRankings(
  query: QueryNode,
  adjacent: readonly (readonly string[])[],
  phraseFilter: PhraseFilter,
): Ranking[] {
  const filters = adjacent.map((stems) => `(${phraseFilter(stems)})`);
  const all = { weight: WEIGHTS.allSideBySide, among: filters.join(" AND ") };
  const some = { weight: WEIGHTS.someSideBySide, among: filters.join(" OR ") };
  const tiers = filters.length === 1 ? [all] : [all, some];
  const ordinary = ordinaryRankings(query);
  return [...tiers.flatMap((tier) => inTier(ordinary[0]?.q ?? EVERYWHERE, tier)), ...ordinary];
}

function inTier(q: string, { weight, among }: Omit<Ranking, "q">): Ranking[] {
  return [
    { q, weight, among },
    { q: EVERYWHERE, weight: weight * WEIGHTS.elsewhere, among },
  ];
}

function ordinaryRankings(query: QueryNode): Ranking[] {
  const q = simpleRanking(query);
  if (q === null) return rankingsOf(query);
  return [
    { q, weight: WEIGHTS.together, among: null },
    { q: EVERYWHERE, weight: WEIGHTS.rest, among: null },
  ];
}

/** What `engineWord` writes instead of characters other than a to z and digits: never shown to users. */
const ENCODED = /zq[0-9a-f]{6}/;

/** The words of the texts with their number of documents: a facet, read again when the index has changed. */
class Vocabulary {
  readonly #client: Meilisearch;
  readonly #index: string;
  #known: { readonly version: string; readonly words: Promise<Readonly<Record<string, number>>> } | null =
    null;

  constructor(client: Meilisearch, index: string) {
    this.#client = client;
    this.#index = index;
  }

  async wordsBeginning(letters: string): Promise<Map<string, number>> {
    const words = Object.entries(await this.#words());
    return new Map(words.filter(([word]) => word.startsWith(letters) && !ENCODED.test(word)));
  }

  async #words(): Promise<Readonly<Record<string, number>>> {
    const { updatedAt: version } = await ask(() => this.#client.getRawIndex(this.#index));
    if (this.#known?.version === version) return this.#known.words;
    const words = this.#read();
    this.#known = { version, words };
    words.catch(() => {
      this.#known = null;
    });
    return words;
  }

  async #read(): Promise<Readonly<Record<string, number>>> {
    const { facetDistribution } = await ask(() =>
      this.#client.index<TextRecord>(this.#index).search("", { limit: 0, facets: ["mots"] }, traced()),
    );
    return facetDistribution?.["mots"] ?? {};
  }
}

/**
 * Identifiers of the documents whose titles start like the text, best first: with all words, a few typos allowed and
 * the last one incomplete, else the first ones. The start of an identifier gives the shortest first.
 */
async function suggestTitles(
  client: Meilisearch,
  index: string,
  text: string,
  limit: number,
): Promise<string[]> {
  const find = (q: string, options: object) => findTitles(client, index, q, { ...options, limit });
  const start = asciiUpperCase(text.trim());
  if (isIdentifierStart(start)) {
    const named = await namedTitles(client, index, start, limit);
    if (named.length > 0) return named;
  }
  const words = foldedWords(text);
  if (words === "") return [];
  const whole = await find(words, { matchingStrategy: "all" });
  return whole.length > 0 ? whole : find(words, { matchingStrategy: "last" });
}

async function namedTitles(
  client: Meilisearch,
  index: string,
  start: string,
  limit: number,
): Promise<string[]> {
  const options = { filter: `pk STARTS WITH "${start}"`, sort: ["longueur_pk:asc", "pk:asc"], limit };
  const { results } = await ask(() =>
    client.index<TitleRecord>(index).getDocuments({ ...options, fields: ["pk"] }),
  );
  return results.map(({ pk }) => pk);
}

async function findTitles(client: Meilisearch, index: string, q: string, options: object): Promise<string[]> {
  const { hits } = await ask(() =>
    client.index<TitleRecord>(index).search(q, { ...options, attributesToRetrieve: ["pk"] }, traced()),
  );
  return hits.map(({ pk }) => pk);
}

type Page = Pick<FullTextRequest, "limit" | "offset">;

/** What a filter finds in an index, ranked by one query of which only the first word is required. */
async function search(
  client: Meilisearch,
  { index, filter, q }: { readonly index: string; readonly filter: string; readonly q: string },
  { limit, offset }: Page,
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
    hits: hits.map(({ pk, _rankingScore = 0 }) => ({ boiId: documentOfEntry(pk), score: _rankingScore })),
  };
}

interface RankedPart {
  readonly index: string;
  readonly filter: string;
  readonly rankings: readonly Ranking[];
}

/** Runs sub-queries in one federated search: returns each text once, with its best weighted score. */
async function searchRanked(
  client: Meilisearch,
  parts: readonly RankedPart[],
  { limit, offset }: Page,
): Promise<FullTextPage> {
  const subQuery = ({ index, filter }: RankedPart, { q, weight, among, areWordsOptional }: Ranking) => ({
    indexUid: index,
    q,
    filter: among === null ? filter : `${filter} AND (${among})`,
    matchingStrategy: areWordsOptional === true ? ("last" as const) : ("all" as const),
    attributesToRetrieve: ["pk"],
    federationOptions: { weight },
  });
  const queries = parts.flatMap((part) => part.rankings.map((ranking) => subQuery(part, ranking)));
  const request = { federation: { limit, offset }, queries };
  const { estimatedTotalHits = 0, hits } = await ask(() =>
    client.multiSearch<typeof request, TextRecord>(request, traced()),
  );
  return {
    total: estimatedTotalHits,
    hits: hits.map(({ pk, _federation }) => ({
      boiId: documentOfEntry(pk),
      score: _federation?.weightedRankingScore ?? 0,
    })),
  };
}
