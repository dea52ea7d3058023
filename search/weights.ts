/**
 * What each signal weighs in hybrid search (docs/search.md, « Words and meaning together »). Chosen by `bun run bench
 * ranker` on the open half of the public test set; the figures are in docs/meaning.md, « Which figures chose the weights ».
 */

/** The signals of a document's words, each 0 to 1; their weights sum to 1. */
export interface TextWeights {
  /** BM25 of the whole document. */
  readonly document: number;
  /** BM25 of its best passage. */
  readonly passage: number;
  /** Mean BM25 of its three best passages. */
  readonly passages: number;
  /** Mutual coverage of its label and the question. */
  readonly label: number;
}

/** Fitted weights are within chance of equal ones, which do not depend on the questions. */
export const TEXT_WEIGHTS: TextWeights = { document: 0.25, passage: 0.25, passages: 0.25, label: 0.25 };

/** What the words of a passage weigh when its meaning weighs 1, to order the passages of one document. */
export const PASSAGE_TEXT_WEIGHT = 1;

/** `Embedder.textWeight`: what the words weigh when the meaning weighs 1. */
export const TEXT_WEIGHT = {
  corpusModel: 12,
  sentenceEncoder: 8,
  /** For a service, with `EMBEDDINGS_BETA` = 1: the document and its best passage weigh as they did alone. */
  service: 2,
} as const;

/**
 * What makes a § part of a context (`src/features/context/ranked.ts`), the best passage that touches it weighing 1.
 * Chosen by `bun run bench context` on the open half; docs/meaning.md, « Contexts ».
 */
export const CONTEXT_WEIGHTS = {
  /** The score of its document. */
  document: 4,
  /** What the first document has more than a late one: `first / (1 + rank)`. */
  first: 0.25,
  /** The best passage that touches the § before it, or after it. */
  beside: 0.5,
  /** Opening its document: scope and definitions stand there. */
  introduction: 0.1,
  /** Taken off for each natural logarithm of its length, which the budget pays for. */
  length: 0.05,
} as const;
