import { joinBlocks } from "../blocks.ts";
import { corpusBlocks } from "../corpus/blocks.ts";
import type { CorpusModel } from "../corpus/model.ts";
import { DIMENSIONS, type Embedder, type Embedding, type Encoder } from "../port.ts";
import { normalise } from "../vector.ts";
import { completedVersion } from "./version.ts";

/**
 * The embedder that appends a corpus model's vectors of the same texts to an encoder's; an encoder of `DIMENSIONS`
 * needs none. A text without an encoder vector has no vector.
 */
export function completeEncoder(encoder: Encoder, model: CorpusModel): Embedder {
  if (encoder.dimensions === DIMENSIONS) return encoder;
  const { sizes, stored, asked } = layoutOf(encoder.dimensions);
  const complete = (text: string, encoded: Embedding, shares: Layout["stored"]) => {
    if (encoded === null) return null;
    const { topics, words } = corpusBlocks(model, text, sizes);
    return joinBlocks([
      { block: encoded, share: shares.encoder },
      { block: topics, share: shares.topics },
      { block: words, share: shares.words },
    ]);
  };
  return {
    version: completedVersion(encoder.version, model.version),
    textWeight: encoder.textWeight,
    async embedPassages(texts) {
      const encoded = await encoder.embedPassages(texts);
      return texts.map((text, at) => complete(text, encoded[at] ?? null, stored));
    },
    embedQuestion: async (text) => complete(text, await encoder.embedQuestion(text), asked),
    ping: () => encoder.ping(),
  };
}

/**
 * The part of a completed question that is the encoder's own, of unit length: compared with completed vectors, it ranks
 * them by the encoder alone.
 * @param dimensions of the encoder.
 */
export function encoderAlone(completed: Float32Array, dimensions: number): Embedding {
  const alone = new Float32Array(completed.length);
  alone.set(completed.subarray(0, dimensions));
  return normalise(alone) ? alone : null;
}

/** One value per block: the encoder's own vector, then the corpus model's topics and words. */
interface Shares {
  readonly encoder: number;
  readonly topics: number;
  readonly words: number;
}

/** How an encoder's vectors are completed to `DIMENSIONS`. */
interface Layout {
  /** Components of each block. */
  readonly sizes: Shares;
  /** Squares of the block lengths of a passage, as stored. */
  readonly stored: Shares;
  /** The same for a question: its weights can change without changing what is stored. */
  readonly asked: Shares;
}

/** An encoder confuses what the words of the corpus model distinguish (docs/meaning.md, « What they give »). */
const STORED: Shares = { encoder: 0.6, topics: 0.2, words: 0.2 };

/** Of an encoder of half the dimensions: measured with the sentence encoder on professional and everyday questions. */
const ASKED_OF_HALF: Shares = STORED;

/** Of an encoder of other dimensions, from a first trial with one of 384. */
const ASKED_OF_OTHERS: Shares = { encoder: 0.95, topics: 0.025, words: 0.025 };

/** @param dimensions of the encoder, below `DIMENSIONS`. */
export function layoutOf(dimensions: number): Layout {
  const rest = DIMENSIONS - dimensions;
  const topics = Math.min(Math.ceil(rest / 2), DIMENSIONS / 2);
  return {
    sizes: { encoder: dimensions, topics, words: rest - topics },
    stored: STORED,
    asked: dimensions === rest ? ASKED_OF_HALF : ASKED_OF_OTHERS,
  };
}
