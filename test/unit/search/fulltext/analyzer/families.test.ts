import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { stem } from "../../../../../search/fulltext/analyzer/index.ts";

interface Line {
  readonly name: string;
  readonly forms: readonly string[];
}

/** Lines of a table, without comments; a mark ("+", "-") selects the lines that begin with it. */
function linesOf(url: URL, mark = ""): Line[] {
  return readFileSync(url, "utf8")
    .split("\n")
    .filter((line) => line.startsWith(mark) && line.trim() !== "" && !line.startsWith("#"))
    .map((line) => line.slice(mark.length).trim())
    .map((name) => ({ name, forms: name.split(/\s+/) }));
}

/** Forms that a search for the first would not find. */
function missed({ forms: [first = "", ...others] }: Line): string[] {
  return others.filter((form) => stem(form) !== stem(first));
}

/** Forms that a search for the first would find by mistake. */
function confused({ forms: [first = "", ...others] }: Line): string[] {
  return others.filter((form) => stem(form) === stem(first));
}

const families = linesOf(new URL("families.txt", import.meta.url));
const strangers = linesOf(new URL("strangers.txt", import.meta.url));

describe("any form of a word finds the others", () => {
  test.each(families)("$name", (line) => expect(missed(line)).toEqual([]));
});

describe("a word does not find another that looks like it", () => {
  test.each(strangers)("$name", (line) => expect(confused(line)).toEqual([]));
});

// The specification's own examples, which decide.
describe.each(["pairs.txt", "pairs-2.txt", "pairs-3.txt"])(
  "the pairs of the specification hold (%s)",
  (file) => {
    const url = new URL(`../../../../fixtures/french/${file}`, import.meta.url);
    test.each(linesOf(url, "+ "))("+ $name", (line) => expect(missed(line)).toEqual([]));
    test.each(linesOf(url, "- "))("- $name", (line) => expect(confused(line)).toEqual([]));
  },
);
