import type { Meilisearch } from "meilisearch";
import { ask, traced } from "./connection.ts";
import type { TextRecord } from "./schema.ts";

/** What `engineWord` writes instead of characters other than a to z and digits: never shown to users. */
const ENCODED = /zq[0-9a-f]{6}/;

/**
 * The words of the texts, each with its number of documents: one facet of the whole index, read again when the index
 * has changed.
 */
export class Vocabulary {
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
