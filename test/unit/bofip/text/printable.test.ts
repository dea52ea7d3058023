import { describe, expect, test } from "bun:test";
import { isPrintable, printable, printableLines } from "../../../../bofip/text/characters.ts";
import { UNPRINTABLE } from "../../../fixtures/unprintable.ts";

describe("a text that may be stored and shown", () => {
  test.each([
    "",
    "Cabinet Martin & fils",
    "Étude n° 3 – « Paris »",
    "prix\u00a0: 3\u202f000 €",
    "🗝️ clés",
    "税務",
    "e\u0301",
    "C:\\u001b",
  ])("is %j, as it is", (text) => {
    expect([isPrintable(text), printable(text)]).toEqual([true, text]);
  });

  test.each(UNPRINTABLE)("is not one with %s, which is written out", (_, character, written) => {
    const text = `a${character}b`;
    expect([isPrintable(text), printable(text)]).toEqual([false, `a${written}b`]);
    expect(isPrintable(printable(text))).toBe(true);
  });
});

test("several lines stay lines, and a JSON document stays the same document", () => {
  expect(printableLines("un\ndeux\u001b[2J\n")).toBe("un\ndeux\\u001b[2J\n");
  const value = { name: UNPRINTABLE.map(([, character]) => character).join("") };
  const shown = printableLines(JSON.stringify(value, null, 2));
  expect(JSON.parse(shown)).toEqual(value);
  expect(isPrintable(shown.replaceAll("\n", ""))).toBe(true);
});

test("a megabyte of it takes no time to speak of", () => {
  const started = performance.now();
  expect(printableLines("\u001b\n".repeat(500_000))).toHaveLength(3_500_000);
  expect(performance.now() - started).toBeLessThan(2_000);
});
