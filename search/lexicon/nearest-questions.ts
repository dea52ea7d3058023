/** A question by its place among those indexed, and the cosine of its stems with those of another, 0 to 1. */
export interface Neighbour {
  readonly at: number;
  readonly cosine: number;
}

/** One stem in common is chance, unless there is only one. */
const LEAST_SHARED = 2;

/**
 * Questions found by the stems that they share with another one. A stem weighs by its rarity among them (inverse document
 * frequency), and once in each question.
 */
export class NearestQuestions {
  /** The questions that have each stem. */
  private readonly owners = new Map<string, number[]>();
  /** Of the vector of each question. */
  private readonly lengths: Float64Array;

  /** @param questions the distinct stems of each. */
  constructor(questions: readonly (readonly string[])[]) {
    this.lengths = new Float64Array(questions.length);
    for (const [at, stems] of questions.entries()) for (const stem of stems) this.add(stem, at);
    for (const [at, stems] of questions.entries()) this.lengths[at] = this.lengthOf(stems);
  }

  /** The nearest ones, ties in their order. @param least cosine. */
  of(stems: readonly string[], most: number, least: number): Neighbour[] {
    const { lengths } = this;
    const asked = [...new Set(stems)];
    const sums = new Float64Array(lengths.length);
    const shared = new Uint32Array(lengths.length);
    for (const stem of asked) addUp(this.owners.get(stem) ?? [], this.rarityOf(stem) ** 2, sums, shared);
    const length = this.lengthOf(asked);
    return namedBy(shared, Math.max(1, Math.min(LEAST_SHARED, asked.length)))
      .map((at) => ({ at, cosine: (sums[at] ?? 0) / (length * (lengths[at] ?? 1)) }))
      .filter(({ cosine }) => cosine >= least)
      .sort((one, other) => other.cosine - one.cosine || one.at - other.at)
      .slice(0, most);
  }

  private add(stem: string, at: number): void {
    const owners = this.owners.get(stem);
    if (owners === undefined) this.owners.set(stem, [at]);
    else owners.push(at);
  }

  private rarityOf(stem: string): number {
    return Math.log(1 + this.lengths.length / (1 + (this.owners.get(stem)?.length ?? 0)));
  }

  private lengthOf(stems: readonly string[]): number {
    return Math.sqrt(stems.reduce((sum, stem) => sum + this.rarityOf(stem) ** 2, 0));
  }
}

// Indexed loops: `for … of` over a typed array costs ten times more on Bun 1.4.

function addUp(owners: readonly number[], weight: number, sums: Float64Array, shared: Uint32Array): void {
  for (const at of owners) {
    sums[at] = (sums[at] ?? 0) + weight;
    shared[at] = (shared[at] ?? 0) + 1;
  }
}

/** The places of those that share as many stems as that, or more. */
function namedBy(shared: Uint32Array, least: number): number[] {
  const named: number[] = [];
  for (let at = 0; at < shared.length; at++) if ((shared[at] ?? 0) >= least) named.push(at);
  return named;
}
