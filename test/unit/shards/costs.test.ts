import { describe, expect, test } from "bun:test";
import { costsIn, readCosts, shareOut } from "../../shards/costs.ts";

describe("test files are shared out among processes", () => {
  const files = ["d", "a", "c", "b", "e"];

  test("each to one of them, so that they end together, in the order of paths", () => {
    const costs = new Map([
      ["e", 9],
      ["a", 5],
      ["c", 4],
    ]);
    expect(shareOut(files, costs, 2)).toEqual([
      ["b", "e"],
      ["a", "c", "d"],
    ]);
  });

  test("those of a campaign together, but faults", () => {
    const campaign = ["test/full/browser/a.test.ts", "test/full/browser/pages/b.test.ts"];
    const faults = ["test/full/faults/c.test.ts", "test/full/faults/d.test.ts"];
    const costs = new Map(faults.map((file) => [file, 2]));
    expect(shareOut([...campaign, ...faults], costs, 3)).toEqual([
      faults.slice(0, 1),
      faults.slice(1),
      campaign,
    ]);
  });

  test("by turns when nothing is known of them", () => {
    expect(shareOut(files, new Map(), 2)).toEqual([
      ["a", "c", "e"],
      ["b", "d"],
    ]);
  });
});

test("the table of costs has a number for each of its files", async () => {
  const costs = await readCosts();
  expect(costs.size).toBeGreaterThan(0);
  expect([...costs].filter(([file, cost]) => !(cost > 0 && file.endsWith(".test.ts")))).toEqual([]);
});

test("costs are read from what the runner reports of each file, not of what it holds", () => {
  const report = [
    '<testsuites name="bun test" tests="13" time="52.6">',
    '  <testsuite name="test/unit/a.test.ts" file="test/unit/a.test.ts" tests="5" time="0.8" hostname="vm">',
    '    <testsuite name="a part" file="test/unit/a.test.ts" line="67" time="0.1" hostname="vm">',
  ].join("\n");
  expect(costsIn(report)).toEqual(new Map([["test/unit/a.test.ts", 0.8]]));
});
