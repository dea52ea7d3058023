/** About 16 MB: some hundreds of the commonest phrases, thousands of others. */
const MAX_CHARACTERS = 16_000_000;

/**
 * What phrases resolve to, for one version of the index: the first call for a phrase resolves it, those made
 * meanwhile wait for the same. Bounded: the phrases that were not asked for the longest are forgotten.
 */
export class PhraseCache {
  readonly #filters = new Map<string, Promise<string>>();
  readonly #lengths = new Map<string, number>();
  #characters = 0;

  /** The filter of the phrase; one that could not be resolved is forgotten. */
  filter(phrase: string, resolve: () => Promise<string>): Promise<string> {
    const known = this.#filters.get(phrase);
    const filter = known ?? this.#resolved(phrase, resolve);
    this.#filters.delete(phrase);
    this.#filters.set(phrase, filter);
    return filter;
  }

  async #resolved(phrase: string, resolve: () => Promise<string>): Promise<string> {
    try {
      const filter = await resolve();
      this.#lengths.set(phrase, filter.length);
      this.#characters += filter.length;
      this.#forgetOldest();
      return filter;
    } catch (error) {
      this.#filters.delete(phrase);
      throw error;
    }
  }

  #forgetOldest(): void {
    for (const phrase of this.#filters.keys()) {
      if (this.#characters <= MAX_CHARACTERS) return;
      this.#characters -= this.#lengths.get(phrase) ?? 0;
      this.#lengths.delete(phrase);
      this.#filters.delete(phrase);
    }
  }
}
