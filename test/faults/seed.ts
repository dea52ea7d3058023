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

/** The points whose names hold `FAULT_ONLY`, to try one of them again; all of them when it is not set. */
export function named<Point>(points: readonly Point[], nameOf: (point: Point) => string): Point[] {
  const part = process.env["FAULT_ONLY"] ?? "";
  return points.filter((point) => nameOf(point).includes(part));
}
