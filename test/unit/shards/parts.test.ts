import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { LEFT_TO_PARTS, PARTS } from "../../full/parts.ts";

const SUITES = Object.values(PARTS).flatMap(({ suites }) => suites);

test("there is a part for each digit, of suites that exist", () => {
  expect(Object.keys(PARTS).sort().join("")).toBe("0123456789abcdef");
  expect(SUITES.filter((suite) => !existsSync(suite))).toEqual([]);
});

test("what the test command leaves to the parts is in one", () => {
  expect(LEFT_TO_PARTS.filter((left) => !SUITES.some((suite) => left.startsWith(suite)))).toEqual([]);
});
