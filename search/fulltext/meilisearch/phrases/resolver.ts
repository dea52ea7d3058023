import { LRUCache } from "lru-cache";
import type { Meilisearch } from "meilisearch";
import type { QueryNode } from "../../query/ast.ts";
import { ask, isWithoutAttributes, traced } from "../connection.ts";
import { engineWord, holdingAll, notInLabelAlone, type PhraseFilter, within } from "../filter.ts";
import type { TextRecord } from "../schema.ts";
import { type StreamRecord, Streams } from "./streams.ts";

/** Candidates are verified page by page, two pages concurrently: a page is about 3 MB, parsed in 5 ms. */
const PAGE_DOCUMENTS = 200;
const PAGES_AT_ONCE = 2;
/** Up to as many, listing identifiers costs less than all documents with the words. */
const FEW_DOCUMENTS = 300;

/** Cached facts on the index since its last change. */
interface Known {
  /** Time of that change; a swap gives a new one. */
  readonly version: string;
  readonly filters: ReturnType<typeof phraseCache>;
  readonly streams: Streams;
}

/**
 * Resolves phrases into filters on documents. Meilisearch finds two-word phrases exactly, but for those of a label
 * alone, left out by a filter; beyond, it checks pairs in a window: its candidates, and documents too long for its
 * positions, are verified on their streams of stems.
 */
export class PhraseResolver {
  readonly #client: Meilisearch;
  readonly #index: string;
  #known: Known | null = null;

  constructor(client: Meilisearch, index: string) {
    this.#client = client;
    this.#index = index;
  }

  /** The filters of all the phrases of a query, and of others. */
  async resolve(query: QueryNode, others: readonly (readonly string[])[] = []): Promise<PhraseFilter> {
    const phrases = [...phrasesOf(query), ...others].map((stems) => stems.map(engineWord));
    const filters = phrases.length === 0 ? new Map<string, string>() : await this.#filtersOf(phrases);
    return (stems) => filters.get(stems.map(engineWord).join(" ")) ?? within([]);
  }

  async #filtersOf(phrases: readonly string[][]): Promise<Map<string, string>> {
    const known = await this.#current();
    const resolved = phrases.map(async (stems): Promise<[string, string]> => {
      const phrase = stems.join(" ");
      return [
        phrase,
        await known.filters.forceFetch(phrase, {
          context: () => this.#resolvePhrase(stems, known.streams).catch(noneIfEmpty),
        }),
      ];
    });
    return new Map(await Promise.all(resolved));
  }

  async #current(): Promise<Known> {
    const { updatedAt: version } = await ask(() => this.#client.getRawIndex(this.#index));
    if (this.#known?.version === version) return this.#known;
    const streams = new Streams((pks) => this.#readStreams(pks));
    this.#known = { version, filters: phraseCache(), streams };
    return this.#known;
  }

  async #resolvePhrase(stems: readonly string[], streams: Streams): Promise<string> {
    const phrase = stems.join(" ");
    const every = holdingAll(stems);
    const [near = [], long = []] = await this.#identifiers([
      {
        q: `"${phrase}"`,
        matchingStrategy: "all",
        attributesToSearchOn: STREAMS,
        ...(stems.length === 2 ? { filter: notInLabelAlone(phrase) } : {}),
      },
      { filter: `long = true AND ${every}` },
    ]);
    const sure = stems.length === 2 ? near : [];
    const doubtful = [...new Set([...near, ...long])].slice(sure.length);
    const held = new Set([...sure, ...(await verified(streams, doubtful, phrase))]);
    if (held.size <= FEW_DOCUMENTS) return within([...held]);
    const [all = []] = await this.#identifiers([{ filter: every }]);
    const others = all.filter((pk) => !held.has(pk));
    // The shorter list, because the server looks up each identifier at every search.
    return held.size <= others.length ? within([...held]) : `${every} AND NOT ${within(others)}`;
  }

  /** Identifiers found by each query: as facets they cost 100 times less than as hits. */
  async #identifiers(queries: readonly Query[]): Promise<string[][]> {
    const common = { indexUid: this.#index, limit: 0, facets: ["pk"] };
    const { results } = await ask(() =>
      this.#client.multiSearch({ queries: queries.map((query) => ({ ...common, ...query })) }, traced()),
    );
    return results.map(({ facetDistribution }) => Object.keys(facetDistribution?.["pk"] ?? {}));
  }

  async #readStreams(pks: readonly string[]): Promise<StreamRecord[]> {
    const fields: (keyof StreamRecord)[] = ["pk", "titre_stem", "texte_stem"];
    const options = { filter: within(pks), fields, limit: pks.length };
    const { results } = await ask(() => this.#client.index<TextRecord>(this.#index).getDocuments(options));
    return results;
  }
}

/** The filter of an index without documents, as that of past texts is while there are none. */
function noneIfEmpty(error: unknown): string {
  if (isWithoutAttributes(error)) return within([]);
  throw error;
}

async function verified(streams: Streams, pks: readonly string[], phrase: string): Promise<string[]> {
  const held: string[] = [];
  let next = 0;
  const verifyPages = async (): Promise<void> => {
    while (next < pks.length) {
      const page = pks.slice(next, next + PAGE_DOCUMENTS);
      next += PAGE_DOCUMENTS;
      held.push(...(await streams.holding(page, phrase)));
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, verifyPages));
  return held;
}

/** Not the label, which leaves stop words out. */
const STREAMS = ["titre_stem", "texte_stem"];

interface Query {
  readonly q?: string;
  readonly attributesToSearchOn?: string[];
  readonly filter?: string;
  readonly matchingStrategy?: "all";
}

function phrasesOf(node: QueryNode): (readonly string[])[] {
  if (node.kind === "phrase") return [node.stems];
  if (node.kind === "or") return node.branches.flatMap(phrasesOf);
  return node.kind === "and" ? [...node.required, ...node.excluded].flatMap(phrasesOf) : [];
}

/** About 16 MB: some hundreds of the most common phrases, thousands of others. */
const MAX_CHARACTERS = 16_000_000;

/** Caches phrases' filters for one version of the index, least recently used evicted; concurrent calls share one. */
export const phraseCache = () =>
  new LRUCache<string, string, () => Promise<string>>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (filter) => filter.length + 1,
    ignoreFetchAbort: true,
    fetchMethod: (_phrase, _held, { context: resolve }) => resolve(),
  });
