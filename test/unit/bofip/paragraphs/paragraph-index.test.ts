import { describe, expect, test } from "bun:test";
import { paragraphIndex, UntakenParagraphs } from "../../../../bofip/paragraphs/paragraphs.ts";

const indexOf = (...numeros: string[]) => paragraphIndex(numeros.map((numero) => ({ numero })));

describe("the § of a text", () => {
  test.each([
    [["1", "10", "20", "30"], { de: "10", a: "20" }, ["10", "20"]],
    [["1", "10", "10 bis", "10 A", "20"], { de: "10", a: "10 A" }, ["10", "10 bis", "10 A"]],
    [["20", "10", "30"], { de: "10", a: "30" }, ["20", "10", "30"]],
    [["10", "20", "10"], { de: "10", a: "10" }, ["10", "10"]],
    [["10", "20"], { de: "20", a: "10" }, []],
    [["10", "annexe", "20"], { de: "1", a: "99" }, ["10", "20"]],
    [[], { de: "1", a: "99" }, []],
  ])("of %j within %j are %j, in text order", (numeros, range, expected) => {
    expect(indexOf(...numeros).numbersWithin(range)).toEqual(expected);
  });

  test("of a number that comes twice, the first is found; of another, none", () => {
    const index = indexOf("10", "20", "10");
    expect([index.rankOf("10"), index.rankOf("20"), index.rankOf("30")]).toEqual([0, 1, undefined]);
  });

  test.each([
    [["1", "10", "10 bis"], true],
    [["10", "1"], false],
    [["10", "10"], false],
    [["10", "annexe"], false],
    [[], true],
  ])("of %j rise: %p", (numeros, isRising) => {
    expect(indexOf(...numeros).isRising).toBe(isRising);
  });

  test("are taken once each, whatever ranges name them", () => {
    const untaken = new UntakenParagraphs(indexOf("30", "10", "20", "40"));
    expect(untaken.take({ de: "20", a: "20" })).toEqual(["20"]);
    expect(untaken.take({ de: "10", a: "30" })).toEqual(["30", "10"]);
    expect(untaken.take({ de: "10", a: "30" })).toEqual([]);
    expect(untaken.take({ de: "1", a: "99" })).toEqual(["40"]);
  });
});
