import { DIMENSIONS, type Embedder, type Embedding } from "../port.ts";
import { normalise, scale } from "../vector.ts";
import { BLOCK, type CorpusModel } from "./model.ts";
import { addSparse, drawSparse } from "./sparse.ts";
import { countTerms, dampen, type Terms } from "./terms.ts";

/**
 * The embedder of a trained model: a text is the sum of the rows of its stems (its topics, even in other words)
 * beside a hash of the stems themselves (the exact words, known or not). Passages that came after the training
 * are embedded with the model as it is. Computes in the calling thread, about 0.1 ms a passage.
 */
export function corpusEmbedder(model: CorpusModel): Embedder {
  const embed = (text: string) => embedTerms(model, countTerms(text));
  return {
    version: model.version,
    textWeight: TEXT_WEIGHT,
    embedPassages: async (texts) => texts.map(embed),
    embedQuestion: async (text) => embed(text),
    ping: async () => {},
  };
}

/** Chosen on questions in everyday words (`bun run bench relevance`). */
const TEXT_WEIGHT = 2;
/** Components that a stem touches in the block of words. */
const WORD_DRAWS = 6;
const TOPIC_SHARE = Math.sqrt(0.7);
const WORD_SHARE = Math.sqrt(0.3);

const wordDraws = new Int32Array(WORD_DRAWS);

function embedTerms(model: CorpusModel, terms: Terms): Embedding {
  const vector = new Float32Array(DIMENSIONS);
  for (const [stem, count] of terms) addStem(vector, model, stem, dampen(count));
  const topics = vector.subarray(0, BLOCK);
  const words = vector.subarray(BLOCK);
  const hasTopics = normalise(topics);
  const hasWords = normalise(words);
  if (hasTopics && hasWords) {
    scale(topics, TOPIC_SHARE);
    scale(words, WORD_SHARE);
  }
  return hasTopics || hasWords ? vector : null;
}

function addStem(vector: Float32Array, model: CorpusModel, stem: string, weight: number): void {
  const number = model.stems.get(stem);
  const rowScale = number === undefined ? undefined : model.scales[number];
  if (number !== undefined && rowScale !== undefined)
    addRow(vector, model.rows, number * BLOCK, weight * rowScale);
  // A stem never seen is as rare as can be.
  const frequency = number === undefined ? 1 : (model.frequencies[number] ?? 1);
  drawSparse(Bun.hash.xxHash32(stem, model.seed), BLOCK, wordDraws);
  addSparse(vector, BLOCK, wordDraws, weight * Math.log(1 + model.passages / frequency));
}

/** Adds `weight` times the row that begins at `offset` to the first block of `vector`. */
function addRow(vector: Float32Array, rows: Int8Array, offset: number, weight: number): void {
  for (let i = 0; i < BLOCK; i++) vector[i] = (vector[i] ?? 0) + weight * (rows[offset + i] ?? 0);
}
