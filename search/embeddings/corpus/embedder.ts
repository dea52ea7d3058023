import { TEXT_WEIGHT } from "../../weights.ts";
import type { Embedder } from "../port.ts";
import { joinBlocks } from "../vector.ts";
import { corpusBlocks } from "./blocks.ts";
import { BLOCK, type CorpusModel } from "./model.ts";

/** Squares of the block lengths. */
const TOPIC_SHARE = 0.7;
const WORD_SHARE = 0.3;

/**
 * The embedder of a trained model: a text's subject, beside its words. Passages added after the training are embedded
 * with the model as it is. Computes in the calling thread, about 0.1 ms per passage.
 */
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
