import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { EVERYDAY_FRENCH } from "../../../search/lexicon/lexicon.ts";
import { openRankings } from "../../fixtures/hybrid-ranking.ts";
import { readSampleCorpus } from "../../fixtures/real-corpus.ts";
import type { Search } from "../../fixtures/semantic-ranking.ts";
import { pairedInterval } from "../../full/bench/relevance/interval.ts";
import { type Question, rankOf, readQuestions } from "../../full/bench/relevance/questions.ts";

/**
 * The rank of the right document of each question when the figures of docs/search.md, « What it finds », were
 * measured, one per line.
 */
const RANKS = new URL("../../full/bench/relevance/sample-ranks.txt", import.meta.url);
const SEED = 1;

const ranksOf = (questions: readonly Question[], search: Search): Promise<number[]> =>
  Promise.all(questions.map(async (question) => rankOf(question, await search(question.asked))));
const reciprocals = (ranks: readonly number[]) => ranks.map((rank) => 1 / rank);

describe("the questions on the sample corpus", () => {
  test("are answered no worse than before, beyond what chance explains", async () => {
    const rankings = await openRankings(await readSampleCorpus(), SEED);
    const ranks = await ranksOf(readQuestions("sample"), rankings.hybrid(EVERYDAY_FRENCH));
    if (Bun.env["UPDATE_RANKS"] === "1") writeFileSync(RANKS, `${ranks.join("\n")}\n`);
    const before = readFileSync(RANKS, "utf8").trim().split("\n").map(Number);
    expect(ranks).toHaveLength(before.length);
    // The upper end of the 95 % interval: below zero, the loss is real.
    expect(pairedInterval(reciprocals(before), reciprocals(ranks)).high).toBeGreaterThanOrEqual(0);
  });

  test("would fail the one above if the lexicon or the words were lost", async () => {
    const rankings = await openRankings(await readSampleCorpus(), SEED);
    const questions = readQuestions("sample");
    const hybrid = reciprocals(await ranksOf(questions, rankings.hybrid(EVERYDAY_FRENCH)));
    const meaning = reciprocals(await ranksOf(questions, rankings.byMeaning));
    expect(pairedInterval(hybrid, meaning).high).toBeLessThan(0);
  });
});
