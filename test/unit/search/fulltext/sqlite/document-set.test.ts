import { expect, test } from "bun:test";
import { DocumentSet } from "../../../../../search/fulltext/sqlite/evaluate.ts";

const CAPACITY = 100;
const ONES = [0, 1, 31, 32, 63, 64, 98, 99];
const OTHERS = [1, 2, 31, 33, 99];

test("tells the numbers it was given, rising, and how many there are", () => {
  const set = holding([...ONES, ...ONES].reverse());
  expect([...set.ids()]).toEqual(ONES);
  expect(set.count()).toBe(ONES.length);
  expect([set.has(31), set.has(33)]).toEqual([true, false]);
});

test("holds none, or all", () => {
  const all = Array.from({ length: CAPACITY }, (_, id) => id);
  expect([...holding([]).ids()]).toEqual([]);
  expect([...holding(all).ids()]).toEqual(all);
});

test.each<["addAll" | "keepAll" | "removeAll", readonly number[]]>([
  ["addAll", [0, 1, 2, 31, 32, 33, 63, 64, 98, 99]],
  ["keepAll", [1, 31, 99]],
  ["removeAll", [0, 32, 63, 64, 98]],
])("%s", (change, expected) => {
  const set = holding(ONES);
  set[change](holding(OTHERS));
  expect([...set.ids()]).toEqual([...expected]);
});

function holding(ids: readonly number[]): DocumentSet {
  const set = new DocumentSet(CAPACITY);
  for (const id of ids) set.add(id);
  return set;
}
