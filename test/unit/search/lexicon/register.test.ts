import { describe, expect, test } from "bun:test";
import { Register } from "../../../../search/lexicon/known-questions.ts";

const register = new Register(
  [
    ["nounou", "payer"],
    ["boite", "payer", "impot"],
  ],
  [
    ["assistant", "maternel"],
    ["societe", "impot"],
  ],
);

describe("the register of a question", () => {
  test.each([
    ["altogether everyday", ["nounou", "payer"], 1],
    ["the doctrine's", ["assistant", "maternel"], 0],
    ["not known for everyday by the words of both", ["impot"], 0],
    ["not known for everyday without words", [], 0],
  ])("is %s", (_, stems, share) => {
    expect(register.everydayShareOf(stems)).toBe(share);
  });

  test("is everyday in part when words of both mix, each counting once", () => {
    const mixed = register.everydayShareOf(["nounou", "boite", "societe"]);
    expect(mixed).toBeGreaterThan(0);
    expect(mixed).toBeLessThan(1);
    expect(register.everydayShareOf(["nounou", "nounou", "boite", "societe"])).toBe(mixed);
  });
});
