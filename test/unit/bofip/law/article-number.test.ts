import { describe, expect, test } from "bun:test";
import { compareArticles, isInRange, readArticle } from "../../../../bofip/law/article-number.ts";

describe("a number in any usual form is read as", () => {
  test.each<[typed: string, expected: string]>([
    ["150 U", "150 U"],
    ["150-U", "150 U"],
    ["150u", "150 U"],
    [" 150\u00a0U ", "150 U"],
    ["art. 150 U", "150 U"],
    ["Article 150 U", "150 U"],
    ["150-0 A", "150-0 A"],
    ["150-0a", "150-0 A"],
    ["150-0-A", "150-0 A"],
    ["150\u20110 A", "150-0 A"],
    ["150-0 B ter", "150-0 B ter"],
    ["150-0bter", "150-0 B ter"],
    ["199 terdecies-0 A", "199 terdecies-0 A"],
    ["199TERDECIES-0A", "199 terdecies-0 A"],
    ["199-terdecies-0-A", "199 terdecies-0 A"],
    ["199novovicies", "199 novovicies"],
    ["200 quater B", "200 quater B"],
    ["200quaterb", "200 quater B"],
    ["44 sexies-0 a", "44 sexies-0 A"],
    ["39-1", "39"],
    ["156 II", "156"],
    ["156-iii", "156"],
    ["199 undecies B I", "199 undecies B"],
    ["150 VI", "150 VI"],
    ["150vi", "150 VI"],
    ["204 I", "204 I"],
    ["1er", "1er"],
    ["premier", "1er"],
    ["39 AH", "39 AH"],
    ["01", "01"],
    ["99999", "99999"],
  ])("in the tax code, %p: %p", (typed, expected) => expect(readArticle(typed, true)).toBe(expected));

  test.each<[typed: string, expected: string]>([
    ["L. 80 A", "L. 80 A"],
    ["L80A", "L. 80 A"],
    ["l80a", "L. 80 A"],
    ["L.80 A", "L. 80 A"],
    ["L 80-A", "L. 80 A"],
    ["L. 16-0 BA", "L. 16-0 BA"],
    ["R*196-1", "R.* 196-1"],
    ["R.* 196-1", "R.* 196-1"],
    ["r* 80 c-2", "R.* 80 C-2"],
    ["D. 304\u20111", "D. 304-1"],
    ["L7232-1-1", "L. 7232-1-1"],
    ["515-1", "515-1"],
    ["A. 212-1", "A. 212-1"],
  ])("in another code, %p: %p", (typed, expected) => expect(readArticle(typed, false)).toBe(expected));

  test.each([
    "",
    "   ",
    "U",
    "L.",
    "150 ?",
    "150 Uabcd",
    "1234567",
    "150/U",
    "150 U;",
    `150 ${"A ".repeat(30)}`,
    "-150",
  ])("%p is none", (typed) => expect(readArticle(typed, true)).toBeNull());
});

describe("the order of a code", () => {
  test.each<[string, readonly string[]]>([
    ["numbers, not letters", ["1er", "4 B", "39", "150 U", "1649"]],
    [
      "what is inserted",
      ["150", "150-0 A", "150-0 B", "150-0 B bis", "150-0 B ter", "150-0 C", "150 A", "150 ter"],
    ],
    [
      "letters",
      ["150 A", "150 A bis", "150 U", "150 UA", "150 UB", "150 V", "150 V bis", "150 VA", "150 VH bis"],
    ],
    [
      "Latin adverbs, by rank",
      [
        "199",
        "199 bis",
        "199 ter",
        "199 quater",
        "199 quinquies",
        "199 sexies",
        "199 septies",
        "199 octies",
        "199 nonies",
        "199 decies",
        "199 undecies",
        "199 duodecies",
        "199 terdecies",
        "199 quaterdecies",
        "199 quindecies",
        "199 sexdecies",
        "199 septdecies",
        "199 octodecies",
        "199 novodecies",
        "199 vicies",
        "199 unvicies",
        "199 duovicies",
        "199 tervicies",
        "199 novovicies",
        "199 tricies",
        "199 untricies",
      ],
    ],
    ["letters before adverbs", ["196", "196 A", "196 A bis", "196 B", "196 bis", "197"]],
    [
      "both",
      [
        "199 B",
        "199 terdecies",
        "199 terdecies-0 A",
        "199 terdecies-0 AB",
        "199 terdecies-0 B",
        "199 terdecies A",
        "199 quaterdecies",
      ],
    ],
    [
      "the parts of a code",
      [
        "L. 10",
        "L. 16",
        "L. 16-0 BA",
        "L. 16 A",
        "L. 54 A",
        "L. 80 A",
        "L. 80 B",
        "R. 1",
        "R.* 196-1",
        "R.* 196-2",
        "A. 10",
      ],
    ],
    ["decrees among those of the Council of State", ["R. 304-1", "D. 304-2", "R. 304-3"]],
    ["numbers with hyphens", ["L. 123", "L. 123-1", "L. 123-2", "L. 123-2-1", "L. 123-10", "L. 124"]],
  ])("goes by %s", (_, articles) => {
    expect(articles.toReversed().toSorted(compareArticles)).toEqual([...articles]);
  });
});

describe("a range holds", () => {
  test.each<[de: string, a: string | null, article: string, expected: boolean]>([
    ["L. 10", "L. 54 A", "L. 10", true],
    ["L. 10", "L. 54 A", "L. 16-0 BA", true],
    ["L. 10", "L. 54 A", "L. 54", true],
    ["L. 10", "L. 54 A", "L. 54 A", true],
    ["L. 10", "L. 54 A", "L. 54 B", false],
    ["L. 10", "L. 54 A", "L. 9", false],
    ["L. 10", "L. 54 A", "R.* 10-1", false],
    ["150 U", "150 VH", "150 VB bis", true],
    ["150 U", "150 VH", "150-0 A", false],
    ["39", "39 novodecies", "39 terdecies", true],
    ["39 A", "39 quater", "39 bis", true],
    ["L. 55", null, "L. 55", true],
    ["L. 55", null, "L. 57", false],
    ["L. 55", null, "L. 54", false],
    ["L. 55", null, "R.* 60-1", false],
  ])("from %s to %s, %s: %p", (de, a, article, expected) => {
    expect(isInRange(article, { de, a })).toBe(expected);
  });
});
