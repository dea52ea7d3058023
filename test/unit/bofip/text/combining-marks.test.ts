import { describe, expect, test } from "bun:test";
import {
  fingerprint,
  longestSplitRun,
  safeNfc,
  splitMarksInHtml,
} from "../../../../bofip/text/characters.ts";
import { growthOf, MOST_GROWTH } from "../../../growth.ts";

const JOINER = "\u034f";
/** Once joiners are bars. */
const TOO_MANY = /\p{M}{31}/u;
/** Two classes, which normalisation puts in order. */
const PAIR = "\u0316\u0301";
const marks = (count: number) => PAIR.repeat(Math.ceil(count / 2)).slice(0, count);

describe("combining marks", () => {
  test.each([
    ["a text without any", "L'impôt est dû."],
    ["thirty in a run", `x${marks(30)}y`],
    ["thirty between spaces, often", `x${marks(30)} `.repeat(50)],
  ])("%s: plain NFC", (_, text) => {
    expect(safeNfc(text)).toBe(text.normalize("NFC"));
    expect(longestSplitRun(safeNfc(text))).toBe(0);
  });

  test.each([
    ["at the start of a text", 31, marks(31)],
    ["after a letter that composes", 31, `e${marks(31)}`],
    ["at any place", 100, `${"Le taux. ".repeat(20)}o${marks(100)}, dit-il.`],
    ["of two marks in NFC", 124, `o${"\u0344".repeat(62)}.`],
    ["of marks out of the first plane", 40, `x${"\u{1e944}\u{1e945}".repeat(20)}`],
  ])("a run of more is split every thirty, once for all, and counted: %s", (_, count, text) => {
    const safe = safeNfc(text);
    expect(safe.replaceAll(JOINER, "").normalize("NFC")).toBe(text.normalize("NFC"));
    expect(safe.replaceAll(JOINER, "|")).not.toMatch(TOO_MANY);
    expect(safeNfc(safe)).toBe(safe);
    expect(safe.normalize("NFC")).toBe(safe);
    expect(longestSplitRun(safe)).toBe(count);
  });

  test("the tags of HTML separate none; the split stands in the text", () => {
    const [first, last] = [marks(20), marks(20)];
    expect(splitMarksInHtml(`<p>x${first}<em>${last}</em></p>`)).toBe(
      `<p>x${first}<em>${last.slice(0, 10)}${JOINER}${last.slice(10)}</em></p>`,
    );
  });

  test.each([
    ["NFC", safeNfc],
    ["a fingerprint", fingerprint],
    ["HTML", (text: string) => splitMarksInHtml(`<p>${text.replaceAll(PAIR, `<em>${PAIR}</em>`)}</p>`)],
    ["the count", (text: string) => longestSplitRun(`${JOINER}${safeNfc(text)}`)],
  ])("%s takes time linear in a run", (_, work) => {
    const growth = growthOf((size) => {
      const text = `e${marks(size)}`;
      return () => void work(text);
    }, 1_000);
    expect(growth).toBeLessThan(MOST_GROWTH);
  });
});
