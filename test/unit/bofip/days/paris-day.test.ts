import { expect, test } from "bun:test";
import { parisDay } from "../../../../bofip/days/days.ts";

test.each([
  ["2026-01-31T22:59:59Z", "2026-01-31"],
  ["2026-01-31T23:00:00Z", "2026-02-01"],
  ["2026-01-31T23:59:59Z", "2026-02-01"],
  ["2026-07-31T21:59:59Z", "2026-07-31"],
  ["2026-07-31T22:00:00Z", "2026-08-01"],
  ["2026-03-29T00:59:59Z", "2026-03-29"],
  ["2026-07-31T21:00:00Z", "2026-07-31"],
])("%s is on %s in Paris", (instant, day) => {
  expect(parisDay(new Date(instant))).toBe(day);
});

test("an invalid date is no day, even after a valid one", () => {
  parisDay(new Date("2026-01-31T12:00:00Z"));
  expect(() => parisDay(new Date("x"))).toThrow(RangeError);
});
