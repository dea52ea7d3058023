import { listStems } from "../embeddings/corpus/index.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";

/** Weight of each stem of a question. */
export type WeightedStems = ReadonlyMap<string, number>;

/** Weight of a word added by the lexicon, beside a word asked (docs/search.md, « Words and meaning together »). */
const JOINED_WEIGHT = 0.5;

/** The weighted stems of a question: its own, then those added by the lexicon. */
export function weighQuestion(question: string, lexicon: Lexicon): WeightedStems {
  const asked = listStems(question);
  const joined = lexicon.joinedTo(asked);
  return new Map([
    ...asked.map((stem) => [stem, 1] as const),
    ...joined.map((stem) => [stem, JOINED_WEIGHT] as const),
  ]);
}
