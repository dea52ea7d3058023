/** A question by its place among those indexed, and the cosine of its stems with those of another, 0 to 1. */
export interface Neighbour {
  readonly at: number;
  readonly cosine: number;
}

interface Entry {
  readonly at: number;
  /** Of the stem, divided by the length of the question's vector. */
  readonly weight: number;
}

/** One stem in common is chance, unless there is only one. */
const LEAST_SHARED = 2;

/**
 * Questions found by the stems that they share with another one. A stem weighs by its rarity among them (inverse document
 * frequency), and once in each question.
 */
export class NearestQuestions {
  private readonly entries = new Map<string, Entry[]>();

  /** @param questions the distinct stems of each. */
  constructor(private readonly questions: readonly (readonly string[])[]) {
    const owners = new Map<string, number>();
    for (const stem of questions.flat()) owners.set(stem, (owners.get(stem) ?? 0) + 1);
    const rarityOf = (stem: string) => this.rarityOf(owners.get(stem) ?? 0);
    for (const [at, stems] of questions.entries()) {
      const length = lengthOf(stems.map(rarityOf));
      for (const stem of stems) this.add(stem, { at, weight: rarityOf(stem) / length });
    }
  }

  /** The nearest ones, ties in their order. @param least cosine. */
  of(stems: readonly string[], most: number, least: number): Neighbour[] {
    const asked = [...new Set(stems)].map((stem) => {
      const entries = this.entries.get(stem) ?? [];
      return { entries, rarity: this.rarityOf(entries.length) };
    });
    const length = lengthOf(asked.map(({ rarity }) => rarity));
    const found = new Map<number, { cosine: number; shared: number }>();
    for (const { entries, rarity } of asked)
      for (const { at, weight } of entries) {
        const { cosine, shared } = found.get(at) ?? { cosine: 0, shared: 0 };
        found.set(at, { cosine: cosine + (rarity / length) * weight, shared: shared + 1 });
      }
    const leastShared = Math.min(LEAST_SHARED, asked.length);
    return [...found]
      .flatMap(([at, { cosine, shared }]) => (cosine < least || shared < leastShared ? [] : { at, cosine }))
      .sort((one, other) => other.cosine - one.cosine || one.at - other.at)
      .slice(0, most);
  }

  private rarityOf(owners: number): number {
    return Math.log(1 + this.questions.length / (1 + owners));
  }

  private add(stem: string, entry: Entry): void {
    const entries = this.entries.get(stem);
    if (entries === undefined) this.entries.set(stem, [entry]);
    else entries.push(entry);
  }
}

function lengthOf(weights: readonly number[]): number {
  return Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0));
}
