import { normalise } from "../vector.ts";
import { BLOCK, type CorpusModel } from "./model.ts";
import { addSparse, drawSparse } from "./sparse.ts";
import { countTerms, dampen, type Terms } from "./terms.ts";

/** A text's vectors by the corpus model; each block has unit length, or is zero when the text has nothing for it. */
export interface CorpusBlocks {
  /** Sum of the rows of its stems: its subject, even in other words. */
  readonly topics: Float32Array;
  /** Hash of the stems themselves: the exact words, known to the model or not. */
  readonly words: Float32Array;
}

/** Number of components that a stem sets in the block of words. */
const WORD_DRAWS = 6;

const wordDraws = new Int32Array(WORD_DRAWS);

/**
 * Returns the blocks of a text, in the requested sizes. Fewer topics than `BLOCK` are the first components of the
 * rows, which are random projections themselves.
 * @param sizes `topics` up to `BLOCK`; either may be 0.
 */
export function corpusBlocks(
  model: CorpusModel,
  text: string,
  sizes: { readonly topics: number; readonly words: number },
): CorpusBlocks {
  const topics = new Float32Array(sizes.topics);
  const words = new Float32Array(sizes.words);
  const terms = countTerms(text);
  if (sizes.topics > 0) addTopics(topics, model, terms);
  if (sizes.words > 0) addWords(words, model, terms);
  normalise(topics);
  normalise(words);
  return { topics, words };
}

function addTopics(topics: Float32Array, model: CorpusModel, terms: Terms): void {
  for (const [stem, count] of terms) {
    const number = model.stems.get(stem);
    const scale = number === undefined ? undefined : model.scales[number];
    if (number === undefined || scale === undefined) continue;
    addRow(topics, model.rows, number * BLOCK, dampen(count) * scale);
  }
}

function addWords(words: Float32Array, model: CorpusModel, terms: Terms): void {
  for (const [stem, count] of terms) {
    const number = model.stems.get(stem);
    // An unknown stem gets the maximum rarity.
    const frequency = number === undefined ? 1 : (model.frequencies[number] ?? 1);
    drawSparse(Bun.hash.xxHash32(stem, model.seed), words.length, wordDraws);
    addSparse(words, 0, wordDraws, dampen(count) * Math.log(1 + model.passages / frequency));
  }
}

/** Adds `weight` times the row that begins at `offset`, cut to the length of `topics`. */
function addRow(topics: Float32Array, rows: Int8Array, offset: number, weight: number): void {
  for (let i = 0; i < topics.length; i++) topics[i] = (topics[i] ?? 0) + weight * (rows[offset + i] ?? 0);
}
