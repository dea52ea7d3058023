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

/** The points whose names match `FAULT_ONLY`, a regular expression, to try some again; all when it is not set. */
export function named<Point>(points: readonly Point[], nameOf: (point: Point) => string): Point[] {
  const pattern = new RegExp(process.env["FAULT_ONLY"] ?? "");
  return points.filter((point) => pattern.test(nameOf(point)));
}
