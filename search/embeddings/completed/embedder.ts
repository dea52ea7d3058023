import { joinBlocks } from "../blocks.ts";
import { type CorpusModel, corpusBlocks } from "../corpus/index.ts";
import { DIMENSIONS, type Embedder, type Embedding, type Encoder } from "../port.ts";
import { normalise } from "../vector.ts";
import { type Layout, layoutOf } from "./layout.ts";
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
