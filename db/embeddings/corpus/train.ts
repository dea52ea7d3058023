import { ANALYZER_VERSION } from "../../fulltext/analyzer/index.ts";
import { quantise } from "../quantise.ts";
import { normalise } from "../vector.ts";
import { BLOCK, type CorpusModel, sealModel } from "./model.ts";
import { addSparse, drawSparse, mix } from "./sparse.ts";
import { countTerms, dampen, type Terms } from "./terms.ts";

export interface TrainingOptions {
  /** Any 32-bit integer, zero or more. */
  readonly seed: number;
}

/**
 * Learns the embedding of stems from the passages of a corpus, read once: random indexing (Kanerva, Kristoferson
 * and Holst 2000), where a stem is the sum of the random vectors of the passages that hold it, so that stems
 * that come in the same passages end near each other. Deterministic: same passages in the same order, same
 * model. Memory grows with the vocabulary (2 KB a stem), not with the passages.
 */
export async function trainCorpusModel(
  passages: AsyncIterable<string> | Iterable<string>,
  { seed }: TrainingOptions,
): Promise<CorpusModel> {
  const training = new Training(seed);
  for await (const passage of passages) training.add(countTerms(passage));
  return training.model();
}

/** Non-zero components of a passage's random vector: enough for passages to be nearly orthogonal. */
const PASSAGE_DRAWS = 16;
/** How much a rare stem outweighs a common one in the sum that a text is. */
const RARITY_POWER = 0.75;

/** A stem met in one passage so far: many are never met again and need no more. */
interface Once {
  readonly passage: number;
  readonly weight: number;
}

/** A stem met in several passages, and the sum of their vectors. */
interface Learnt {
  frequency: number;
  readonly row: Float32Array;
}

class Training {
  readonly #seed: number;
  readonly #once = new Map<string, Once>();
  readonly #learnt = new Map<string, Learnt>();
  readonly #draws = new Int32Array(PASSAGE_DRAWS);
  #passages = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  add(terms: Terms): void {
    const passage = this.#passages++;
    for (const stem of terms.keys()) this.#recall(stem);
    this.#draw(passage);
    for (const [stem, count] of terms) this.#meet(stem, passage, dampen(count) / Math.sqrt(terms.size));
  }

  model(): CorpusModel {
    const learnt = [...this.#learnt.values()];
    const rows = new Int8Array(learnt.length * BLOCK);
    const scales = Float32Array.from(learnt, (stem, number) =>
      this.#writeRow(stem, rows.subarray(number * BLOCK, (number + 1) * BLOCK)),
    );
    const stems = [...this.#learnt.keys(), ...this.#once.keys()];
    return sealModel({
      seed: this.#seed,
      analyzerVersion: ANALYZER_VERSION,
      passages: this.#passages,
      stems: new Map(stems.map((stem, number) => [stem, number])),
      frequencies: Uint32Array.from(stems, (_, number) => learnt[number]?.frequency ?? 1),
      scales,
      rows,
    });
  }

  /** Gives a row to a stem met a second time, with what its first passage owes it. */
  #recall(stem: string): void {
    const first = this.#once.get(stem);
    if (first === undefined) return;
    this.#once.delete(stem);
    const row = new Float32Array(BLOCK);
    this.#draw(first.passage);
    addSparse(row, 0, this.#draws, first.weight);
    this.#learnt.set(stem, { frequency: 1, row });
  }

  #meet(stem: string, passage: number, weight: number): void {
    const learnt = this.#learnt.get(stem);
    if (learnt === undefined) {
      this.#once.set(stem, { passage, weight });
      return;
    }
    addSparse(learnt.row, 0, this.#draws, weight);
    learnt.frequency += 1;
  }

  #draw(passage: number): void {
    drawSparse(mix(mix(this.#seed) + passage), BLOCK, this.#draws);
  }

  /** Gives the scale at which the row has length idf^0.75. */
  #writeRow({ row, frequency }: Learnt, into: Int8Array): number {
    const length = Math.log(1 + this.#passages / frequency) ** RARITY_POWER;
    return normalise(row) ? quantise(row, into) * length : 0;
  }
}
