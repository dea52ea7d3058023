import { ANALYZER_VERSION } from "../../fulltext/analyzer/index.ts";
import type { CorpusModel } from "./model.ts";
import { countTerms } from "./terms.ts";

/** Stem occurrences of some passages, and how many of them the model has never seen. */
export interface Novelty {
  readonly occurrences: number;
  readonly unknownOccurrences: number;
}

/** The corpus as it is now: all its passages, and what is new in those that came after the training. */
export interface CorpusGrowth extends Novelty {
  readonly passages: number;
}

const LARGEST_GROWTH = 0.2;
const LARGEST_UNKNOWN_SHARE = 0.05;

/**
 * Whether the model no longer fits the corpus (`embeddings.md`, 7): a fifth more passages than it was trained
 * on, over 5 % of unknown stems in the new ones, or stems of another analyzer.
 */
export function needsRetraining(model: CorpusModel, growth: CorpusGrowth): boolean {
  const added = growth.passages - model.passages;
  return (
    model.analyzerVersion !== ANALYZER_VERSION ||
    (added > 0 && added >= model.passages * LARGEST_GROWTH) ||
    growth.unknownOccurrences > growth.occurrences * LARGEST_UNKNOWN_SHARE
  );
}

/** What some passages hold that is new to the model. */
export function measureNovelty(model: CorpusModel, passages: readonly string[]): Novelty {
  let occurrences = 0;
  let unknownOccurrences = 0;
  for (const [stem, count] of passages.flatMap((passage) => [...countTerms(passage)])) {
    occurrences += count;
    if (!model.stems.has(stem)) unknownOccurrences += count;
  }
  return { occurrences, unknownOccurrences };
}
