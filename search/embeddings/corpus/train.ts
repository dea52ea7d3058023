import { ANALYZER_VERSION } from "../../fulltext/analyzer/index.ts";
import { addScaled, norm, normalise, quantise, scale } from "../vector.ts";
import { addSparse, drawSparse, mix } from "./blocks.ts";
import { BLOCK, type CorpusModel, sealModel } from "./model.ts";
import { countTerms, dampen } from "./terms.ts";

interface TrainingOptions {
  /** Any 32-bit integer, zero or more. */
  readonly seed: number;
}

/**
 * Learns the embedding of stems from the passages of a corpus, read once: stems that occur in
 * passages with the same words end up close. Deterministic: the same passages in the same order give the same model.
 * Memory: 4 KB per stem of several passages, about 1 KB per passage.
 */
export async function trainCorpusModel(
  passages: AsyncIterable<string> | Iterable<string>,
  { seed }: TrainingOptions,
): Promise<CorpusModel> {
  const corpus = await countCorpus(passages);
  const learnt = learnRows(corpus, seed);
  const rows = new Int8Array(learnt.length * BLOCK);
  const scales = Float32Array.from(learnt, (row, stem) =>
    quantise(row, rows.subarray(stem * BLOCK, (stem + 1) * BLOCK)),
  );
  return sealModel({
    seed,
    analyzerVersion: ANALYZER_VERSION,
    passages: corpus.passages.length,
    stems: corpus.stems,
    frequencies: corpus.frequencies,
    scales,
    rows,
  });
}

/** For each stem found in several passages: `BLOCK` components that represent which passages contain it. */
type Rows = readonly Float32Array[];

/**
 * Reflective random indexing (Cohen, Schvaneveldt and Widdows 2010), in two passes: a stem is the sum of its passages'
 * random vectors, then of their vectors from the first pass, so that two stems are close when they occur with the same
 * words. The mean of all passages carries no information and is subtracted. Compared with one pass on 452 documents, 72
 * plain questions and 13 seeds (`bun run bench relevance`): as many answers in the first ten (59 %), and less
 * dependence on the draws (« mon fils étudiant peut-il rester sur ma déclaration ? » ranks 2 to 13 instead of 5 to
 * 131). Not better: a third pass, a true singular value decomposition, more draws, other powers of idf, title words
 * counted twice.
 * @returns rows of length idf^0.75, or zero.
 */
function learnRows(corpus: CountedCorpus, seed: number): Rows {
  const rows = emptyRows(corpus);
  indexPassages(corpus, seed, rows);
  fitLengths(corpus, rows);
  const reflected = reflect(corpus, rows);
  fitLengths(corpus, reflected);
  return reflected;
}

/** Non-zero components of a passage's random vector: enough for passages to be nearly orthogonal. */
const PASSAGE_DRAWS = 16;
/** How much a rare stem outweighs a common one in a text's sum. */
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

/** Replaces each stem's row with the sum of its passages' contexts minus their mean. */
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

/** Writes into `context` the normalised sum of the passage's stem rows. */
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

/** A stem that every passage contains equally leaves only rounding errors, which are not a context. */
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

/** A passage as training reads it, twice: the numbers of its stems, and their weights. */
interface CountedPassage {
  readonly stems: Uint32Array;
  /** (1 + ln count) / √(distinct stems of the passage). */
  readonly weights: Float32Array;
}

interface CountedCorpus {
  readonly passages: readonly CountedPassage[];
  /** Number of each stem; numbers below `shared` are stems of several passages, the others of one. */
  readonly stems: ReadonlyMap<string, number>;
  readonly shared: number;
  /** By stem: number of passages that contain it. */
  readonly frequencies: Uint32Array;
}

/** Reads the passages of a corpus once, and keeps what training needs: 8 bytes per stem and passage. */
async function countCorpus(texts: AsyncIterable<string> | Iterable<string>): Promise<CountedCorpus> {
  const numbers = new Map<string, number>();
  const frequencies: number[] = [];
  const passages: CountedPassage[] = [];
  for await (const text of texts) passages.push(countPassage(text, numbers, frequencies));
  return sortStems(passages, numbers, frequencies);
}

/** In order of appearance. */
function countPassage(text: string, numbers: Map<string, number>, frequencies: number[]): CountedPassage {
  const terms = countTerms(text);
  const stems = Uint32Array.from(terms.keys(), (stem) => {
    const number = numbers.get(stem) ?? numbers.size;
    numbers.set(stem, number);
    frequencies[number] = (frequencies[number] ?? 0) + 1;
    return number;
  });
  const length = Math.sqrt(terms.size);
  return { stems, weights: Float32Array.from(terms.values(), (count) => dampen(count) / length) };
}

/** Renumbers the stems in place, with those of several passages first. */
function sortStems(
  passages: readonly CountedPassage[],
  numbers: ReadonlyMap<string, number>,
  frequencies: readonly number[],
): CountedCorpus {
  const isShared = ([, number]: readonly [string, number]) => (frequencies[number] ?? 0) > 1;
  const shared = [...numbers].filter(isShared);
  const sorted = [...shared, ...[...numbers].filter((entry) => !isShared(entry))];
  const newNumbers = new Uint32Array(sorted.length);
  for (const [newNumber, [, number]] of sorted.entries()) newNumbers[number] = newNumber;
  for (const { stems } of passages) renumber(stems, newNumbers);
  return {
    passages,
    stems: new Map(sorted.map(([stem], newNumber) => [stem, newNumber])),
    shared: shared.length,
    frequencies: Uint32Array.from(sorted, ([, number]) => frequencies[number] ?? 0),
  };
}

function renumber(stems: Uint32Array, newNumbers: Uint32Array): void {
  for (let i = 0; i < stems.length; i++) stems[i] = newNumbers[stems[i] ?? 0] ?? 0;
}
