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

/**
 * For an encoder of half the dimensions. It weighs more in the question than in what is stored, for vectors alone as
 * in hybrid search, on 239 questions in everyday words and 152 professional ones: .5 for vectors alone loses some of
 * the former and gains none of the latter, .9 does the reverse (docs/meaning.md, « What they give »).
 */
const HALF: Omit<Layout, "sizes"> = {
  stored: { encoder: 0.5, topics: 0.5, words: 0 },
  asked: { encoder: 0.8, topics: 0.2, words: 0 },
};

/** For an encoder of 384 dimensions, from a first trial: the corpus model separates what the encoder finds similar. */
const OTHER: Omit<Layout, "sizes"> = {
  stored: { encoder: 0.6, topics: 0.2, words: 0.2 },
  asked: { encoder: 0.95, topics: 0.025, words: 0.025 },
};

/** @param dimensions of the encoder, below `DIMENSIONS`. */
export function layoutOf(dimensions: number): Layout {
  const rest = DIMENSIONS - dimensions;
  if (dimensions === rest) return { ...HALF, sizes: { encoder: dimensions, topics: rest, words: 0 } };
  const topics = Math.min(Math.ceil(rest / 2), DIMENSIONS / 2);
  return { ...OTHER, sizes: { encoder: dimensions, topics, words: rest - topics } };
}
