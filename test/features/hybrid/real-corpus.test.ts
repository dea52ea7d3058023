import { beforeAll, describe, expect, test } from "bun:test";
import { AS_ASKED, EVERYDAY_FRENCH } from "../../../search/lexicon/lexicon.ts";
import { openRankings, type Rankings } from "../../fixtures/hybrid-ranking.ts";
import { hasRealCorpus, readRealCorpus } from "../../fixtures/real-corpus.ts";
import type { Search } from "../../fixtures/semantic-ranking.ts";
import { pairedInterval } from "../../full/bench/relevance/interval.ts";
import { type QuestionList, rankOf, readQuestions } from "../../full/bench/relevance/questions.ts";

const SEED = 1;
const FIRST_TEN = 10;
const reason = hasRealCorpus ? "" : " (skipped: ../shared/corpus is absent)";

describe.skipIf(!hasRealCorpus)(`the questions on the real test corpus${reason}`, () => {
  let rankings: Rankings;
  beforeAll(async () => {
    rankings = await openRankings(await readRealCorpus(), SEED);
  });
  const hitsOf = async (list: QuestionList, search: Search) =>
    await Promise.all(
      readQuestions(list).map(async (question) =>
        rankOf(question, await search(question.asked)) <= FIRST_TEN ? 100 : 0,
      ),
    );

  test("in everyday words: hybrid search gains five points or more over vectors alone", async () => {
    const gain = pairedInterval(
      await hitsOf("lay", rankings.byMeaning),
      await hitsOf("lay", rankings.hybrid(EVERYDAY_FRENCH)),
    );
    expect(gain.difference).toBeGreaterThanOrEqual(5);
    expect(gain.low).toBeGreaterThan(0);
  });

  test("in professional words: nothing is lost over vectors alone, nor to the lexicon", async () => {
    const hybrid = await hitsOf("professional", rankings.hybrid(EVERYDAY_FRENCH));
    const meaning = await hitsOf("professional", rankings.byMeaning);
    const unjoined = await hitsOf("professional", rankings.hybrid(AS_ASKED));
    expect(pairedInterval(meaning, hybrid).difference).toBeGreaterThanOrEqual(0);
    expect(pairedInterval(unjoined, hybrid).high).toBeGreaterThanOrEqual(0);
  });

  test.each([
    [
      "Mes jeunes enfants sont gardés par une assistante maternelle : ai-je droit à un crédit d'impôt ?",
      /^BOI-IR-RICI-300/,
    ],
    ["quel est le plafond du quotient familial ?", /^BOI-IR-LIQ-20-20-20/],
    ["combien me coûte une nounou pour ma petite de deux ans ?", /^BOI-IR-RICI-300/],
  ])("shown in the documentation, « %s », is answered among the first three", async (question, right) => {
    const first = (await rankings.hybrid(EVERYDAY_FRENCH)(question)).slice(0, 3);
    expect(first.some((boiId) => right.test(boiId))).toBe(true);
  });
});
