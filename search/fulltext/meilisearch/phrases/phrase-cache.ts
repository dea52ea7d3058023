import { LRUCache } from "lru-cache";

/** About 16 MB: some hundreds of the most common phrases, thousands of others. */
const MAX_CHARACTERS = 16_000_000;

/**
 * Caches the filters of phrases, for one version of the index: the first call for a phrase resolves it, concurrent
 * ones wait for the same result. Bounded: evicts the least recently used phrases.
 */
export class PhraseCache {
  readonly #resolved = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (filter) => filter.length + 1,
  });
  readonly #underWay = new Map<string, Promise<string>>();

  /** Returns the filter of the phrase; a failed resolution is not cached. */
  async filter(phrase: string, resolve: () => Promise<string>): Promise<string> {
    const known = this.#resolved.get(phrase) ?? this.#underWay.get(phrase);
    if (known !== undefined) return await known;
    const resolving = resolve();
    this.#underWay.set(phrase, resolving);
    try {
      const filter = await resolving;
      this.#resolved.set(phrase, filter);
      return filter;
    } finally {
      this.#underWay.delete(phrase);
    }
  }
}
