import { beforeAll, describe, expect, test } from "bun:test";
import { hasRealCorpus, type RealDocument, readRealCorpus } from "../../../fixtures/real-corpus.ts";
import { type Search, searchByModel } from "../../../fixtures/semantic-ranking.ts";
import { PROMISED, rankOf } from "../../../full/bench/relevance/questions.ts";

const reason = hasRealCorpus ? "" : " (skipped: ../shared/corpus is absent)";
const FIRST_TEN = 10;

describe.skipIf(!hasRealCorpus)(`the corpus embedder on the real test corpus${reason}`, () => {
  let documents: RealDocument[];
  let search: Search;

  beforeAll(async () => {
    documents = await readRealCorpus();
    search = await searchByModel(documents, 1);
  });

  test.each([
    ["comment changer mon taux de prélèvement à la source ?", /^BOI-IR-PAS-20/],
    ["je verse une pension à mon ancienne épouse, est-ce déductible ?", /^BOI-IR-BASE-20-30/],
    ["quelle réduction pour un don à une association ?", /^BOI-IR-RICI-250/],
    ["nous avons changé les fenêtres de la maison", /^BOI-IR-RICI-280/],
    ["je fais garder mon bébé par une nourrice", /^BOI-IR-RICI-300/],
  ])("« %s » finds a document of its topic in the first ten", async (question, topic) => {
    const nearest = (await search(question)).slice(0, FIRST_TEN);
    expect(nearest.some((boiId) => topic.test(boiId))).toBe(true);
  });

  test.each([1, 2, 3])(
    "the promised questions find a right document in the first ten, from seed %d",
    async (seed) => {
      const searchFrom = await searchByModel(documents, seed);
      for (const question of PROMISED)
        expect(rankOf(question, await searchFrom(question.asked))).toBeLessThanOrEqual(FIRST_TEN);
    },
  );
});
