import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { stem } from "../../../../db/fulltext/analyzer/index.ts";

const SHARED_PAIRS = new URL("../../../../../shared/design/french-pairs.txt", import.meta.url);

interface Line {
  readonly name: string;
  readonly forms: readonly string[];
}

/** Lines of a table, without comments; a mark ("+", "-") keeps the lines that begin with it. */
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

// The customer's own list of pairs is not part of the project: it is checked where it is at hand.
describe.skipIf(!existsSync(SHARED_PAIRS))("the pairs of the specification hold", () => {
  const read = (mark: string) => (existsSync(SHARED_PAIRS) ? linesOf(SHARED_PAIRS, mark) : []);
  test("families meet", () => {
    const lines = read("+ ");
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.flatMap(missed)).toEqual([]);
  });
  test("strangers stay apart", () => {
    const lines = read("- ");
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.flatMap(confused)).toEqual([]);
  });
});
