import { describe, expect, test } from "bun:test";
import { nearestWord, typosBetween } from "../../../../search/fulltext/typos.ts";

const NEAR: readonly (readonly [typed: string, word: string, typos: number])[] = [
  ["tva", "tva", 0],
  ["amort", "amortissements", 0],
  ["amortisement", "amortissements", 1],
  ["exoneraton", "exonerations", 1],
  ["imopt", "impots", 1],
  ["cesion", "cessions", 1],
  ["succesion", "successions", 1],
  ["dividande", "dividendes", 1],
  ["enregistremant", "enregistrements", 1],
  ["anregistremant", "enregistrements", 2],
];

const FAR: readonly (readonly [typed: string, word: string])[] = [
  ["tva", "tvo"],
  ["bail", "bain"],
  ["impot", "emplois"],
  ["2014x", "2015x"],
  ["anrejistremant", "enregistrements"],
  ["cessions", "cess"],
];

describe("typing mistakes", () => {
  test.each(NEAR)("%s is near %s, at %d", (typed, word, typos) => {
    expect(typosBetween(typed, word)).toBe(typos);
  });

  test.each(FAR)("%s is not taken for %s", (typed, word) => {
    expect(typosBetween(typed, word)).toBeNull();
  });
});

describe("the nearest word to one that no document holds", () => {
  const words = new Map([
    ["quotient", 40],
    ["quotients", 3],
    ["quotidien", 9],
    ["bail", 5],
  ]);
  test.each([
    ["quotiant", "quotient"],
    ["qoutient", "quotient"],
    ["quotientss", "quotients"],
    ["quorum", null],
    ["bial", null],
  ])("%s: %s", (typed, nearest) => expect(nearestWord(typed, words)).toBe(nearest));
});
