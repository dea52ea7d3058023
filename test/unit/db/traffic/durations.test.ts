import { expect, test } from "bun:test";
import { quantileOf, STEP_BOUNDS_MS, STEPS, stepOf } from "../../../../db/measures/traffic.ts";

/** Counts of responses, from their times. */
function countsOf(...times: readonly number[]): number[] {
  const counts = new Array<number>(STEPS).fill(0);
  for (const time of times) counts[stepOf(time)] = (counts[stepOf(time)] ?? 0) + 1;
  return counts;
}

test("steps rise, and hold every time", () => {
  expect(STEP_BOUNDS_MS.toSorted((left, right) => left - right)).toEqual([...STEP_BOUNDS_MS]);
  expect([0, 1, 1.01, 10_000, 10_001, Number.POSITIVE_INFINITY].map(stepOf)).toEqual([0, 0, 1, 20, 21, 21]);
});

test("there is no time when nothing was answered", () => {
  expect(quantileOf(countsOf(), 0.95)).toBeNull();
});

test.each([
  ["a hundred alike", new Array<number>(100).fill(8), 6.3, 10],
  [
    "five slow ones out of a hundred leave it low",
    [...new Array<number>(95).fill(2), ...new Array<number>(5).fill(900)],
    1.6,
    2.5,
  ],
  [
    "six slow ones raise it",
    [...new Array<number>(94).fill(2), ...new Array<number>(6).fill(900)],
    630,
    1000,
  ],
  ["a single one", [42], 40, 63],
  ["beyond the last bound, that bound", [60_000], 10_000, 10_000],
])("95 answers out of 100 left within the right step: %s", (_, times, low, high) => {
  const found = quantileOf(countsOf(...times), 0.95);
  expect(found).toBeGreaterThanOrEqual(low);
  expect(found).toBeLessThanOrEqual(high);
});
