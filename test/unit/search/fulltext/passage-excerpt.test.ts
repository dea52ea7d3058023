import { describe, expect, test } from "bun:test";
import { passageExcerpt } from "../../../../search/fulltext/excerpt/beginnings.ts";

const SENTENCE = "La règle vaut pour tous les contribuables qui la demandent.";
const LONG = Array.from({ length: 20 }, () => SENTENCE).join(" ");

describe("the excerpt of a passage", () => {
  test("is the whole of a short one, without ellipses", () => {
    expect(passageExcerpt(SENTENCE, { start: 0, end: SENTENCE.length })).toBe(SENTENCE);
  });

  test("is the first 400 characters of a long one, cut between words", () => {
    const extrait = passageExcerpt(LONG, { start: 0, end: LONG.length });
    expect(extrait.length).toBeGreaterThan(380);
    expect(extrait.length).toBeLessThanOrEqual(401);
    expect(extrait).toEndWith("…");
    expect(LONG).toContain(`${extrait.slice(0, -1)} `);
  });

  test("says that it begins or ends inside a sentence", () => {
    const start = LONG.indexOf("vaut");
    expect(passageExcerpt(LONG, { start, end: LONG.indexOf("qui") - 1 })).toMatch(
      /^…vaut .* contribuables…$/,
    );
  });

  test("is on one line, escaped, its letters composed", () => {
    const texte = "Seuil < 10 & « cafe\u0301 »\n- option";
    expect(passageExcerpt(texte, { start: 0, end: texte.length })).toBe(
      "Seuil &lt; 10 &amp; « café » - option",
    );
  });

  test("keeps to the passage, whatever follows it", () => {
    const texte = `${SENTENCE} Autre passage.`;
    expect(passageExcerpt(texte, { start: 0, end: SENTENCE.length })).toBe(SENTENCE);
  });
});
