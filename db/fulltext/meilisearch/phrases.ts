import type { Meilisearch } from "meilisearch";
import type { QueryNode } from "../query/ast.ts";
import { ask } from "./connection.ts";
import { holdingAll, type PhraseFilter, within } from "./filter.ts";
import { PhraseCache } from "./phrase-cache.ts";
import type { TextRecord } from "./schema.ts";
import { engineWord } from "./words.ts";

/** Streams are read a page at a time, two pages at once: a page is about 3 MB, parsed in 5 ms. */
const PAGE_DOCUMENTS = 200;
const PAGES_AT_ONCE = 2;

/**
 * Resolves phrases into filters on documents. Meilisearch finds two-word phrases exactly; from three words on
 * it checks pairs of words in a window, not positions: its candidates, never too few, are verified on their
 * streams of stems. So are documents too long for its positions. What is resolved is kept until the index
 * changes.
 */
export class PhraseResolver {
  readonly #client: Meilisearch;
  readonly #index: string;
  #cache = new PhraseCache("");

  constructor(client: Meilisearch, index: string) {
    this.#client = client;
    this.#index = index;
  }

  /** The filters of all the phrases of a query. */
  async resolve(query: QueryNode): Promise<PhraseFilter> {
    const phrases = phrasesOf(query).map((stems) => stems.map(engineWord));
    const filters = phrases.length === 0 ? new Map<string, string>() : await this.#filtersOf(phrases);
    return (stems) => filters.get(stems.map(engineWord).join(" ")) ?? within([]);
  }

  async #filtersOf(phrases: readonly string[][]): Promise<Map<string, string>> {
    const cache = await this.#currentCache();
    const resolved = phrases.map(async (stems): Promise<[string, string]> => {
      const phrase = stems.join(" ");
      return [phrase, await cache.filter(phrase, () => this.#resolvePhrase(stems))];
    });
    return new Map(await Promise.all(resolved));
  }

  /** The instant of its last change names a version of the index; a swap brings another one. */
  async #currentCache(): Promise<PhraseCache> {
    const { updatedAt } = await ask(() => this.#client.getRawIndex(this.#index));
    if (this.#cache.version !== updatedAt) this.#cache = new PhraseCache(updatedAt);
    return this.#cache;
  }

  async #resolvePhrase(stems: readonly string[]): Promise<string> {
    const phrase = stems.join(" ");
    const every = holdingAll(stems);
    const [near, all, long] = await this.#identifiers([
      { q: `"${phrase}"`, matchingStrategy: "all" },
      { filter: every },
      { filter: `long = true AND ${every}` },
    ]);
    const isExact = stems.length === 2;
    const doubtful = isExact ? long.filter((pk) => !near.includes(pk)) : [...new Set([...near, ...long])];
    const held = new Set([...(isExact ? near : []), ...(await this.#verified(doubtful, phrase))]);
    const others = all.filter((pk) => !held.has(pk));
    // The shorter list: the server looks each identifier up at every search.
    return held.size <= others.length ? within([...held]) : `${every} AND NOT ${within(others)}`;
  }

  /** The documents found by each query: as facets they cost 100 times less than as hits. */
  async #identifiers(queries: readonly [Query, Query, Query]): Promise<[string[], string[], string[]]> {
    const common = { indexUid: this.#index, limit: 0, facets: ["pk"] };
    const { results } = await ask(() =>
      this.#client.multiSearch({ queries: queries.map((query) => ({ ...common, ...query })) }),
    );
    const idsOf = (position: number) => Object.keys(results[position]?.facetDistribution?.["pk"] ?? {});
    return [idsOf(0), idsOf(1), idsOf(2)];
  }

  /** Those of the documents that hold the phrase within their title or their text. */
  async #verified(pks: readonly string[], phrase: string): Promise<string[]> {
    const held: string[] = [];
    let next = 0;
    const readPages = async (): Promise<void> => {
      while (next < pks.length) {
        const page = pks.slice(next, next + PAGE_DOCUMENTS);
        next += PAGE_DOCUMENTS;
        held.push(...(await this.#verifiedPage(page, ` ${phrase} `)));
      }
    };
    await Promise.all(Array.from({ length: PAGES_AT_ONCE }, readPages));
    return held;
  }

  async #verifiedPage(pks: readonly string[], phrase: string): Promise<string[]> {
    const { results } = await ask(() =>
      this.#client.index<TextRecord>(this.#index).getDocuments({
        filter: within(pks),
        fields: ["pk", "titre_stem", "texte_stem"],
        limit: pks.length,
      }),
    );
    return results
      .filter(
        ({ titre_stem, texte_stem }) =>
          ` ${texte_stem} `.includes(phrase) || ` ${titre_stem} `.includes(phrase),
      )
      .map(({ pk }) => pk);
  }
}

interface Query {
  readonly q?: string;
  readonly filter?: string;
  readonly matchingStrategy?: "all";
}

function phrasesOf(node: QueryNode): (readonly string[])[] {
  if (node.kind === "phrase") return [node.stems];
  if (node.kind === "or") return node.branches.flatMap(phrasesOf);
  return node.kind === "and" ? [...node.required, ...node.excluded].flatMap(phrasesOf) : [];
}
