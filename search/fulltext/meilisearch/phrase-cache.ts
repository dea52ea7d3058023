import { LRUCache } from "lru-cache";

/** About 16 MB: some hundreds of the commonest phrases, thousands of others. */
const MAX_CHARACTERS = 16_000_000;

/**
 * What phrases resolve to, for one version of the index: the first call for a phrase resolves it, those made
 * meanwhile wait for the same. Bounded: the phrases that were not asked for the longest are forgotten.
 */
export class PhraseCache {
  readonly #resolved = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (filter) => filter.length + 1,
  });
  readonly #underWay = new Map<string, Promise<string>>();

  /** The filter of the phrase; one that could not be resolved is forgotten. */
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
