import { expect, test } from "bun:test";
import { compareIdentifiers, compareSegments } from "../../../../bofip/identifiers/identifier.ts";

test.each([
  ["numbers stand in numeric order", ["100", "20", "9"], ["9", "20", "100"]],
  ["numbers precede words", ["LIQ", "10", "BASE"], ["10", "BASE", "LIQ"]],
  [
    "what only looks like a number in a computer's notation is a word",
    ["1E2", "200", "30"],
    ["30", "200", "1E2"],
  ],
  ["numbers of one value stand by their digits", ["10", "010"], ["010", "10"]],
] as const)("%s", (_, given, expected) => {
  expect([...given].sort(compareSegments)).toEqual([...expected]);
});

test("identifiers stand as in the classification: a document, those below it, the next one beside it", () => {
  const ordered = ["BOI-IR", "BOI-IR-9", "BOI-IR-9-10", "BOI-IR-10", "BOI-IR-BASE", "BOI-IR-BASE-10"];
  expect(ordered.toReversed().sort(compareIdentifiers)).toEqual(ordered);
});
