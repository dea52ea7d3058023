import { describe, expect, test } from "bun:test";
import { NearestQuestions } from "../../../../search/lexicon/known-questions.ts";

const QUESTIONS = [
  ["nounou", "payer"],
  ["nounou", "payer", "impot"],
  ["chaudiere", "impot"],
  ["loyer", "impot", "payer"],
];
const nearest = new NearestQuestions(QUESTIONS);

describe("the questions nearest to another", () => {
  test("are those with the same stems first, at a cosine of 1", () => {
    const [first, second] = nearest.of(["payer", "nounou"], 2, 0);
    expect(first).toEqual({ at: 0, cosine: expect.closeTo(1, 10) });
    expect(second?.at).toBe(1);
  });

  test("share rare stems rather than common ones", () => {
    expect(nearest.of(["chaudiere", "payer", "impot"], 1, 0)[0]?.at).toBe(2);
  });

  test("count a repeated stem once", () => {
    expect(nearest.of(["nounou", "nounou", "impot"], 4, 0)).toEqual(nearest.of(["nounou", "impot"], 4, 0));
  });

  test("are as many as wanted, none below the least cosine, ties in their order", () => {
    expect(nearest.of(["impot"], 2, 0)).toHaveLength(2);
    expect(nearest.of(["loyer"], 4, 0.9)).toEqual([]);
    const twins = new NearestQuestions([["a", "b"], ["a", "c"], ["d"]]);
    expect(twins.of(["a"], 4, 0).map(({ at }) => at)).toEqual([0, 1]);
  });

  test("have two stems in common with it, when it has two", () => {
    expect(nearest.of(["chaudiere", "nounou"], 4, 0)).toEqual([]);
    expect(nearest.of(["chaudiere"], 4, 0)).toHaveLength(1);
  });

  test.each([
    ["of unknown stems", ["navire"]],
    ["of none", []],
  ])("are none %s", (_, stems) => {
    expect(nearest.of(stems, 4, 0)).toEqual([]);
  });

  test("have a cosine lowered by each stem that they lack", () => {
    const [alone] = nearest.of(["chaudiere", "impot"], 1, 0);
    const [beside] = nearest.of(["chaudiere", "impot", "navire"], 1, 0);
    expect(beside?.cosine).toBeLessThan(alone?.cosine ?? 0);
  });
});
