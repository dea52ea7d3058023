import { corpusBlocks } from "./corpus/blocks.ts";
import type { CorpusModel } from "./corpus/model.ts";
import { DIMENSIONS, type Embedder, type Embedding, type Encoder } from "./port.ts";
import { joinBlocks, normalise } from "./vector.ts";

/** Appends a corpus model's vectors to an encoder's (unless of `DIMENSIONS`), without which a text has no vector. */
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

/** The encoder's own part of a completed question, of unit length: ranks completed vectors by the encoder alone. */
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
  /** Squares for a question: its weights can change without changing what is stored. */
  readonly asked: Shares;
}

/** An encoder confuses what the words of the corpus model distinguish (docs/meaning.md, « What they give »). */
const STORED: Shares = { encoder: 0.6, topics: 0.2, words: 0.2 };

/** For an encoder of half the dimensions: measured with the sentence encoder on professional and everyday questions. */
const ASKED_OF_HALF: Shares = STORED;

/** For an encoder of other dimensions, from a first trial with one of 384. */
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

/** The models identified by a version of vectors. */
interface VersionParts {
  /** Version of the encoder; null for the vectors of a corpus model alone. */
  readonly encoder: string | null;
  /** Version of the corpus model; null for the vectors of an encoder alone. */
  readonly corpus: string | null;
}

/** No corpus model's version contains it. Changed with a layout, it has vectors completed anew from the encoder's. */
const JOIN = "+2+";
const CORPUS = "corpus-";

/** Version of an encoder's vectors completed by a corpus model. */
export function completedVersion(encoder: string, corpus: string): string {
  return `${encoder}${JOIN}${corpus}`;
}

/** Parses a version of vectors of any kind. */
export function partsOf(version: string): VersionParts {
  if (version.startsWith(CORPUS)) return { encoder: null, corpus: version };
  const at = version.lastIndexOf(`${JOIN}${CORPUS}`);
  if (at < 0) return { encoder: version, corpus: null };
  return { encoder: version.slice(0, at), corpus: version.slice(at + JOIN.length) };
}
