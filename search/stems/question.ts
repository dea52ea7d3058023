import { listStems } from "../embeddings/corpus/index.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";

/** Weight of each stem of a question. */
export type WeightedStems = ReadonlyMap<string, number>;

/** A question with the words that the lexicon adds to it. */
export interface CompletedQuestion {
  /** Its own stems, then those added. */
  readonly stems: WeightedStems;
  /** What is embedded: the question, then the doctrine's words. */
  readonly text: string;
}

/** Weight of a word added by the lexicon, beside a word asked (docs/search.md, « Words and meaning together »). */
const JOINED_WEIGHT = 0.5;

/** Completes a question: words that are asked are kept as they are. */
export function completeQuestion(question: string, lexicon: Lexicon): CompletedQuestion {
  const asked = listStems(question);
  const joined = lexicon.joinedTo(asked);
  return {
    stems: new Map([
      ...asked.map((stem) => [stem, 1] as const),
      ...joined.stems.map((stem) => [stem, JOINED_WEIGHT] as const),
    ]),
    text: [question, ...joined.words].join(" "),
  };
}
