/** Log-likelihood ratio from which a question counts as everyday French altogether; at 0 and below, not at all. */
const EVERYDAY_FROM = 1;

/**
 * Tells everyday French from the doctrine's: how much likelier, in the mean of its stems, a question is among texts of
 * the first than among texts of the second (naive Bayes with a half added to each count: Manning, Raghavan, Schütze,
 * « Introduction to Information Retrieval », 13.2).
 */
export class Register {
  private readonly everyday: Frequencies;
  private readonly doctrine: Frequencies;

  constructor(everyday: Iterable<readonly string[]>, doctrine: Iterable<readonly string[]>) {
    this.everyday = new Frequencies(everyday);
    this.doctrine = new Frequencies(doctrine);
  }

  /** How far some stems are everyday French, 0 to 1; 0 when there are none. */
  everydayShareOf(stems: readonly string[]): number {
    const distinct = [...new Set(stems)];
    if (distinct.length === 0) return 0;
    const ratios = distinct.map((stem) => Math.log(this.everyday.of(stem) / this.doctrine.of(stem)));
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / distinct.length;
    return Math.min(1, Math.max(0, mean / EVERYDAY_FROM));
  }
}

/** How often each stem occurs among those of some texts. */
class Frequencies {
  private readonly counts = new Map<string, number>();
  private total = 0;

  constructor(texts: Iterable<readonly string[]>) {
    for (const stems of texts) for (const stem of stems) this.count(stem);
  }

  of(stem: string): number {
    return ((this.counts.get(stem) ?? 0) + 0.5) / (this.total + 1);
  }

  private count(stem: string): void {
    this.counts.set(stem, (this.counts.get(stem) ?? 0) + 1);
    this.total += 1;
  }
}
