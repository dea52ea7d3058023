import { TEXT_WEIGHT } from "../../weights.ts";
import type { Embedder } from "../port.ts";
import { joinBlocks, normalise } from "../vector.ts";
import { BLOCK, type CorpusModel } from "./model.ts";
import { countTerms, dampen, type Terms } from "./terms.ts";

/** A text's vectors by the corpus model; each block has unit length, or is zero when the text has nothing for it. */
interface CorpusBlocks {
  /** Sum of the rows of its stems: its subject, even in other words. */
  readonly topics: Float32Array;
  /** Hash of the stems themselves: the exact words, known to the model or not. */
  readonly words: Float32Array;
}

/** Number of components that a stem sets in the block of words. */
const WORD_DRAWS = 6;

const wordDraws = new Int32Array(WORD_DRAWS);

/** Blocks of a text in the requested sizes, which may be 0; fewer topics than `BLOCK` are the first, random as well. */
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

/** Positions of a sparse ±1 vector; a negative position is the complement (~) of one with a minus sign. */
type Draws = Int32Array;

const GOLDEN_RATIO = 0x9e3779b9;

/** Draws a seed's sparse vector into `draws`, signed positions below `size`: deterministic, with possible repeats. */
export function drawSparse(seed: number, size: number, draws: Draws): void {
  for (let i = 0; i < draws.length; i++) {
    const bits = mix(seed + Math.imul(i, GOLDEN_RATIO));
    // The highest bit gives the sign, the others the position.
    draws[i] = ((bits & 0x7fffffff) % size) ^ (bits >> 31);
  }
}

/** Adds `weight` times a sparse vector to `target`, from `offset` on. */
export function addSparse(target: Float32Array, offset: number, draws: Draws, weight: number): void {
  for (let i = 0; i < draws.length; i++) {
    const draw = draws[i] ?? 0;
    const position = offset + (draw < 0 ? ~draw : draw);
    target[position] = (target[position] ?? 0) + (draw < 0 ? -weight : weight);
  }
}

/** Scatters the bits of a 32-bit integer: the finaliser of MurmurHash3 (Appleby, public domain). */
export function mix(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** Squares of the block lengths. */
const TOPIC_SHARE = 0.7;
const WORD_SHARE = 0.3;

/** The embedder of a trained model, in the calling thread, about 0.1 ms per passage, added after the training or not. */
export function corpusEmbedder(model: CorpusModel): Embedder {
  const embed = (text: string) => {
    const { topics, words } = corpusBlocks(model, text, { topics: BLOCK, words: BLOCK });
    return joinBlocks([
      { block: topics, share: TOPIC_SHARE },
      { block: words, share: WORD_SHARE },
    ]);
  };
  return {
    version: model.version,
    textWeight: TEXT_WEIGHT.corpusModel,
    embedPassages: async (texts) => texts.map(embed),
    embedQuestion: async (text) => embed(text),
    ping: async () => {},
  };
}
