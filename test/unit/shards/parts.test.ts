import { afterEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { named } from "../../full/faults/seed.ts";
import { LEFT_TO_PARTS, PARTS, partOf } from "../../full/parts.ts";

const SUITES = Object.values(PARTS).flatMap(({ suites }) => suites);

test("there is a part for each digit, of suites that exist", () => {
  expect(Object.keys(PARTS).sort().join("")).toBe("0123456789abcdef");
  expect(SUITES.filter((suite) => !existsSync(suite))).toEqual([]);
});

test("each suite that the test command leaves to the parts is in one", () => {
  const files = [...new Bun.Glob("test/**/*.test.ts").scanSync(".")];
  for (const left of LEFT_TO_PARTS) {
    const own = files.filter((file) => file.startsWith(left));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((file) => !SUITES.some((suite) => file.startsWith(suite)))).toEqual([]);
  }
});

test("a commit's first digit chooses its part, the second a half of what is tried by points, one alone all of it", () => {
  const [even, odd] = [partOf("4a1c"), partOf("4b1c")];
  expect(even.suites).toEqual(PARTS["4"]?.suites ?? []);
  expect([even.environment, odd.environment]).toEqual([
    { ...PARTS["4"]?.environment, FAULT_HALF: "0" },
    { ...PARTS["4"]?.environment, FAULT_HALF: "1" },
  ]);
  expect(["80", "81"].map((commit) => partOf(commit).suites)).toEqual([
    ["test/full/docker/installation.test.ts"],
    ["test/full/docker/cluster.test.ts"],
  ]);
  expect(partOf("4").environment).toEqual(PARTS["4"]?.environment);
  expect(() => partOf("main")).toThrow("main");
});

test("the halves of a campaign are together all of its points", () => {
  const points = ["a", "b", "c", "d", "e"];
  const halves = ["0", "1"].map((half) => {
    process.env["FAULT_HALF"] = half;
    return named(points, (point) => point);
  });
  expect(halves).toEqual([
    ["a", "c", "e"],
    ["b", "d"],
  ]);
});

afterEach(() => {
  delete process.env["FAULT_HALF"];
});
