import { ANALYZER_VERSION } from "../../fulltext/analyzer/index.ts";
import type { CorpusModel } from "./model.ts";
import { countTerms } from "./terms.ts";

/** Number of stem occurrences in some passages, and how many are unknown to the model. */
export interface Novelty {
  readonly occurrences: number;
  readonly unknownOccurrences: number;
}

/** The current corpus: all its passages, and the novelty of those added after the training. */
export interface CorpusGrowth extends Novelty {
  readonly passages: number;
}

const LARGEST_GROWTH = 0.2;
const LARGEST_UNKNOWN_SHARE = 0.05;

/**
 * Whether the model no longer fits the corpus (`embeddings.md`, 7): a fifth more passages than it was trained on,
 * over 5 % of unknown stems in the new ones, or stems of another analyzer.
 */
export function needsRetraining(model: CorpusModel, growth: CorpusGrowth): boolean {
  const added = growth.passages - model.passages;
  return (
    model.analyzerVersion !== ANALYZER_VERSION ||
    (added > 0 && added >= model.passages * LARGEST_GROWTH) ||
    growth.unknownOccurrences > growth.occurrences * LARGEST_UNKNOWN_SHARE
  );
}

/** Counts the stems of some passages that are new to the model. */
export function measureNovelty(model: CorpusModel, passages: readonly string[]): Novelty {
  let occurrences = 0;
  let unknownOccurrences = 0;
  for (const [stem, count] of passages.flatMap((passage) => [...countTerms(passage)])) {
    occurrences += count;
    if (!model.stems.has(stem)) unknownOccurrences += count;
  }
  return { occurrences, unknownOccurrences };
}
