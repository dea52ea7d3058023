import { expect, test } from "bun:test";
import { compareSegments } from "../../../../db/bofip/segments.ts";

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
