import { expect, test } from "bun:test";
import { trendOf } from "./memory.ts";

const rising = Array.from({ length: 100 }, (_, index) => index);

test("a memory that grows ends higher than it began, whatever the warm-up was", () => {
  expect(trendOf(rising, 0.2)).toEqual({ first: 29.5, last: 89.5, highest: 99 });
});

test("a memory that is full after the warm-up is flat", () => {
  const samples = rising.map((value) => Math.min(value, 20));
  const { first, last } = trendOf(samples, 0.2);
  expect(last).toBe(first);
});

test("a few samples are no trend", () => {
  expect(() => trendOf(rising.slice(0, 12), 0.2)).toThrow("12 samples");
});
