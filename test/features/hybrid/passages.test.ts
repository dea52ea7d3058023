import { describe, expect, test } from "bun:test";
import type { Passage } from "../../../db/queries/passages.ts";
import { bestPassages, namePassages, type PassageScores } from "../../../src/features/hybrid/service.ts";

const boiId = "BOI-IR-10";
const passage = (position: number, paragraphe: string | null): Passage => ({
  position,
  textHash: `h${position}`,
  paragraphe,
  section: [],
  start: 0,
  end: 1,
});
const scores = (
  texts: Readonly<Record<number, number>>,
  cosines: Readonly<Record<string, number>>,
): PassageScores => ({
  matches: Object.entries(texts).map(([position, score]) => ({ boiId, position: Number(position), score })),
  nearest: Object.entries(cosines).map(([textHash, score]) => ({ boiId, textHash, score })),
});
const best = (passages: readonly Passage[], given: PassageScores) =>
  bestPassages({ boi_id: boiId, passages }, given).map(({ paragraphe, score }) => [paragraphe, score]);

describe("the passages of a hit", () => {
  const passages = [passage(0, "1"), passage(1, "20"), passage(2, "30"), passage(3, "40")];

  test("are three at most, the best first by words and meaning together", () => {
    const given = scores({ 0: 0.1, 1: 0.5, 3: 0.2 }, { h0: 0.3, h1: 0.5, h2: 0.9, h3: 0.3 });
    expect(best(passages, given)).toEqual([
      ["20", 0.5],
      ["30", 0.45],
      ["40", 0.25],
    ]);
  });

  test("are no nearer, where the meaning does not propose them, than those that it does", () => {
    expect(best(passages.slice(0, 3), scores({ 1: 0.2 }, { h0: 0.5, h2: 0.4 }))).toEqual([
      ["20", 0.3],
      ["1", 0.25],
      ["30", 0.2],
    ]);
  });

  test("count words alone where there is no vector", () => {
    expect(best(passages.slice(0, 2), scores({ 1: 0.4 }, {}))).toEqual([
      ["20", 0.2],
      ["1", 0],
    ]);
  });

  test("come once a §, by its best piece; those without a number each for itself", () => {
    const pieces = [passage(0, "10"), passage(1, "10"), passage(2, null), passage(3, null)];
    expect(best(pieces, scores({}, { h0: 0.2, h1: 0.8, h2: 0.6, h3: 0.4 }))).toEqual([
      ["10", 0.4],
      [null, 0.3],
      [null, 0.2],
    ]);
  });

  test("are in the order of the text when nothing tells them apart", () => {
    expect(
      best(passages, scores({}, { h0: 0.5, h1: 0.5, h2: 0.5, h3: 0.5 })).map(([numero]) => numero),
    ).toEqual(["1", "20", "30"]);
  });

  test("are read by what either side proposes, each document once", () => {
    expect(namePassages(scores({ 0: 0.1, 1: 0.5 }, { h2: 0.9 }))).toEqual([
      { boiId, positions: [0, 1], textHashes: ["h2"] },
    ]);
  });
});
