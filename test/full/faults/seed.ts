/** Whether every point is tried, or a sample of them. */
export const IS_FULL = process.env["FULL"] === "1";

/** What all the draws of these tests come from; printed with their results, and taken from there to try again. */
export const FAULT_SEED = readSeed();

function readSeed(): number {
  const given = process.env["FAULT_SEED"];
  const seed = given === undefined ? 20_261_121 : Number(given);
  if (!Number.isInteger(seed) || seed < 0) throw new Error("FAULT_SEED: a whole number is expected");
  return seed;
}

/**
 * The points whose names match `FAULT_ONLY`, a regular expression, to try some again; all when it is not set. With
 * `FAULT_HALF`, 0 or 1, every other one of these: the halves together are all of them.
 */
export function named<Point>(points: readonly Point[], nameOf: (point: Point) => string): Point[] {
  const pattern = new RegExp(process.env["FAULT_ONLY"] ?? "");
  const half = process.env["FAULT_HALF"];
  return points
    .filter((point) => pattern.test(nameOf(point)))
    .filter((_, rank) => half === undefined || rank % 2 === Number(half));
}
