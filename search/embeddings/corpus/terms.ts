import { isSegmentForm } from "../../fulltext/analyzer/analyze.ts";
import { ANALYZER_VERSION, analyze, isStopWord, STOP_WORDS, stem } from "../../fulltext/analyzer/index.ts";
import type { CorpusModel } from "./model.ts";

/** Number of occurrences of each stem in a text. */
export type Terms = ReadonlyMap<string, number>;

// The source sometimes glues words to identifiers (« auBOI-IR-BASE-10Les »); a question may write them in lower case.
const IDENTIFIER = /(?<![A-Z])BOI(?:-(?:[A-Z]*\d+|[A-Z]+(?![a-zà-ÿ])))+|\bboi(?:-[a-z0-9]+)+/g;

/** Stems of all excluded words, in any case: only a word with one of these stems may be excluded. */
const LEFT_OUT_STEMS = new Set([...STOP_WORDS].flatMap((word) => [stem(word), stem(word.toUpperCase())]));

/** The search analyzer's stems of a text, in order, without the words that carry nothing and document identifiers. */
export function listStems(text: string): string[] {
  const stems: string[] = [];
  for (const { surface, stem } of analyze(text.replace(IDENTIFIER, " "))) {
    if (isSegmentForm(stem) || (LEFT_OUT_STEMS.has(stem) && isStopWord(surface))) continue;
    stems.push(stem);
  }
  return stems;
}

/** Counts the stems of `listStems`. */
export function countTerms(text: string): Terms {
  const terms = new Map<string, number>();
  for (const stem of listStems(text)) terms.set(stem, (terms.get(stem) ?? 0) + 1);
  return terms;
}

/** Weight of a stem that occurs `count` times: repetition counts, with diminishing returns. */
export function dampen(count: number): number {
  return 1 + Math.log(count);
}

/** Number of stem occurrences in some passages, and how many are unknown to the model. */
interface Novelty {
  readonly occurrences: number;
  readonly unknownOccurrences: number;
}

/** The current corpus: all its passages, and the novelty of those added after the training. */
interface CorpusGrowth extends Novelty {
  readonly passages: number;
}

const LARGEST_GROWTH = 0.2;
const LARGEST_UNKNOWN_SHARE = 0.05;

/**
 * Whether the corpus outgrew the model: a fifth more passages, over 5 % of unknown stems in them, or another analyzer.
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
