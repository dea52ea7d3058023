import { DIMENSIONS } from "../port.ts";

/** Of each block: the encoder's own vector, then the corpus model's topics and words. */
interface Shares {
  readonly encoder: number;
  readonly topics: number;
  readonly words: number;
}

/** How the vectors of an encoder are completed to `DIMENSIONS`. */
export interface Layout {
  /** Components of each block. */
  readonly sizes: Shares;
  /** Squares of the lengths of a passage's blocks, as it is stored. */
  readonly stored: Shares;
  /** The same of a question's: what is asked weighs, what is stored stays. */
  readonly asked: Shares;
}

/**
 * An encoder of half of the dimensions. Weighed more in the question than in what is stored, for vectors alone as in
 * hybrid search, on 239 questions in everyday words and 152 professional ones: .5 for vectors alone loses some of the
 * first and wins none of the others, .9 does the reverse (docs/meaning.md, « What they give »).
 */
const HALF: Omit<Layout, "sizes"> = {
  stored: { encoder: 0.5, topics: 0.5, words: 0 },
  asked: { encoder: 0.8, topics: 0.2, words: 0 },
};

/** One of 384, on a first trial: the corpus model serves to tell apart what the encoder finds alike. */
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
