import { addScaled, norm, normalise, scale } from "../vector.ts";
import type { CountedCorpus, CountedPassage } from "./count.ts";
import { BLOCK } from "./model.ts";
import { addSparse, drawSparse, mix } from "./sparse.ts";

/** By stem of several passages: `BLOCK` components that tell which passages it comes in. */
export type Rows = readonly Float32Array[];

/**
 * Reflective random indexing (Cohen, Schvaneveldt and Widdows 2010), in two passes. In the first a stem is the
 * sum of the random vectors of its passages: two stems are near when they come in the same ones. In the second
 * it is the sum of what its passages say, by the first: they are near when they come with the same words, the
 * chance of the draws told less. What all passages say, their mean, tells nothing and is taken off.
 *
 * On 452 real documents, 72 questions in plain words and 13 seeds, it answers as many in the first ten as one pass
 * does (59 %, mean reciprocal rank 0.39 for 0.40), but depends less on the draws where doctrine says otherwise what
 * is asked: « mon fils étudiant peut-il rester sur ma déclaration ? » comes at rank 2 to 13 (median 7; ten or
 * better for 12 seeds), for 5 to 131 (median 31). No better: a third pass, a true singular value decomposition,
 * more draws, other powers of idf, title words counted twice. `bun run bench relevance` measures.
 *
 * @returns rows of length idf^0.75, or of zeros.
 */
export function learnRows(corpus: CountedCorpus, seed: number): Rows {
  const rows = emptyRows(corpus);
  indexPassages(corpus, seed, rows);
  fitLengths(corpus, rows);
  const reflected = reflect(corpus, rows);
  fitLengths(corpus, reflected);
  return reflected;
}

/** Non-zero components of a passage's random vector: enough for passages to be nearly orthogonal. */
const PASSAGE_DRAWS = 16;
/** How much a rare stem outweighs a common one in the sum that a text is. */
const RARITY_POWER = 0.75;

function emptyRows({ shared }: CountedCorpus): Rows {
  return Array.from({ length: shared }, () => new Float32Array(BLOCK));
}

function indexPassages({ passages }: CountedCorpus, seed: number, rows: Rows): void {
  const draws = new Int32Array(PASSAGE_DRAWS);
  for (const [number, { stems, weights }] of passages.entries()) {
    drawSparse(mix(mix(seed) + number), BLOCK, draws);
    for (let i = 0; i < stems.length; i++) {
      const row = rows[stems[i] ?? 0];
      if (row !== undefined) addSparse(row, 0, draws, weights[i] ?? 0);
    }
  }
}

/** Gives each stem the sum of its passages' contexts, each less their mean. */
function reflect(corpus: CountedCorpus, rows: Rows): Rows {
  const reflected = emptyRows(corpus);
  const masses = new Float32Array(rows.length);
  const mean = new Float32Array(BLOCK);
  const context = new Float32Array(BLOCK);
  for (const passage of corpus.passages) {
    sumRows(passage, rows, context);
    addScaled(mean, context, 1 / corpus.passages.length);
    spread(passage, context, reflected, masses);
  }
  for (const [stem, row] of reflected.entries()) takeOff(row, mean, masses[stem] ?? 0);
  return reflected;
}

/** What a passage says: the sum of its stems' rows, of unit length, into `context`. */
function sumRows({ stems, weights }: CountedPassage, rows: Rows, context: Float32Array): void {
  context.fill(0);
  for (let i = 0; i < stems.length; i++) {
    const row = rows[stems[i] ?? 0];
    if (row !== undefined) addScaled(context, row, weights[i] ?? 0);
  }
  normalise(context);
}

function spread(
  { stems, weights }: CountedPassage,
  context: Float32Array,
  rows: Rows,
  masses: Float32Array,
): void {
  for (let i = 0; i < stems.length; i++) {
    const stem = stems[i] ?? 0;
    const row = rows[stem];
    if (row === undefined) continue;
    const weight = weights[i] ?? 0;
    addScaled(row, context, weight);
    masses[stem] = (masses[stem] ?? 0) + weight;
  }
}

/** Of a stem that every passage holds alike nothing is left but roundings, and they are no context. */
const LARGEST_ROUNDING = 1e-4;

function takeOff(row: Float32Array, mean: Float32Array, mass: number): void {
  addScaled(row, mean, -mass);
  if (norm(row) <= mass * LARGEST_ROUNDING) row.fill(0);
}

function fitLengths({ passages, frequencies }: CountedCorpus, rows: Rows): void {
  for (const [stem, row] of rows.entries()) {
    const rarity = Math.log(1 + passages.length / (frequencies[stem] ?? 1)) ** RARITY_POWER;
    if (normalise(row)) scale(row, rarity);
  }
}
