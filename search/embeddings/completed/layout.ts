import { DIMENSIONS } from "../port.ts";

/** One value per block: the encoder's own vector, then the corpus model's topics and words. */
interface Shares {
  readonly encoder: number;
  readonly topics: number;
  readonly words: number;
}

/** How an encoder's vectors are completed to `DIMENSIONS`. */
export interface Layout {
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
