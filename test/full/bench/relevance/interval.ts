import { randomOf } from "../../faults/random.ts";

/** A mean difference between two ways of answering the same questions, with its 95 % interval. */
export interface Interval {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

const DRAWS = 2_000;
/** Any constant: the same figures give the same interval. */
const SEED = 1;
const EACH_SIDE = 0.025;

/**
 * Paired bootstrap: the questions are drawn again, with replacement, each with both of its figures.
 * @param before a figure a question; @param after the same questions, in the same order.
 */
export function pairedInterval(before: readonly number[], after: readonly number[]): Interval {
  const differences = before.map((figure, index) => (after[index] ?? 0) - figure);
  const random = randomOf(SEED, "paired bootstrap");
  const means = Array.from({ length: DRAWS }, () =>
    meanOf(differences.map(() => differences[random.below(differences.length)] ?? 0)),
  ).sort((left, right) => left - right);
  return {
    difference: meanOf(differences),
    low: means[Math.floor(DRAWS * EACH_SIDE)] ?? 0,
    high: means[Math.ceil(DRAWS * (1 - EACH_SIDE)) - 1] ?? 0,
  };
}

export function meanOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}
