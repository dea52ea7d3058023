import { listStems } from "../embeddings/corpus/index.ts";
import type { EverydayFrench } from "../lexicon/everyday-french.ts";
import { withinLimit } from "../lexicon/lines.ts";

/** Weight of each stem of a question. */
export type WeightedStems = ReadonlyMap<string, number>;

/** A question with the doctrine's words for what it asks. */
export interface CompletedQuestion {
  /** Its own stems, then those added. */
  readonly stems: WeightedStems;
  /** What is embedded: the question, then the doctrine's words. */
  readonly text: string;
}

/** Weight of a word added by the lexicon, beside a word asked (docs/search.md, « Words and meaning together »). */
const JOINED_WEIGHT = 0.5;

/** Completes a question: words that are asked are kept, and those that several sources name weigh more. */
export function completeQuestion(
  question: string,
  { lexicon, questions }: EverydayFrench,
): CompletedQuestion {
  const asked = listStems(question);
  const joined = lexicon.joinedTo(asked);
  const restated = questions.restate(asked);
  const stems = new Map<string, number>([
    ...asked.map((stem) => [stem, 1] as const),
    ...joined.stems.map((stem) => [stem, JOINED_WEIGHT] as const),
  ]);
  for (const [stem, weight] of restated.stems) stems.set(stem, (stems.get(stem) ?? 0) + weight);
  const added = withinLimit([restated.words ?? [], joined.words].flat());
  return { stems, text: [question, ...added.map(({ words }) => words)].join(" ") };
}
