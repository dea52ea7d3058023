import { describe, expect, test } from "bun:test";
import { typosBetween } from "../../../../db/fulltext/sqlite/typos.ts";

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
