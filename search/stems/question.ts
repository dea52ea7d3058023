import { listStems } from "../embeddings/corpus/index.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";

/** What each stem of a question weighs. */
export type WeightedStems = ReadonlyMap<string, number>;

/** What a word that the lexicon joins weighs beside one that is asked (docs/search.md, « Words and meaning together »). */
const JOINED_WEIGHT = 0.5;

/** The stems of a question, those that the lexicon joins after those that are asked. */
export function weighQuestion(question: string, lexicon: Lexicon): WeightedStems {
  const asked = listStems(question);
  const joined = lexicon.joinedTo(asked);
  return new Map([
    ...asked.map((stem) => [stem, 1] as const),
    ...joined.map((stem) => [stem, JOINED_WEIGHT] as const),
  ]);
}
