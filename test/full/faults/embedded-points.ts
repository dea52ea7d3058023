import { randomOf } from "./random.ts";
import type { ImportName } from "./references.ts";
import { FAULT_SEED, IS_FULL } from "./seed.ts";

/** When a run on the embedded engines is killed: no one stands between it and them to count its steps. */
export interface EmbeddedPoint {
  readonly import: ImportName;
  /** The line of progress that it has shown; null from its start. */
  readonly after: string | null;
  readonly delayMs: number;
}

const POINTS = IS_FULL ? 18 : 1;
/** Stages of the first import that last long enough to be logged. */
const LINES = ["Enregistrement", "Index plein texte", "Index des racines", "Index vectoriel"];
/** From the start of the process; a run that follows another is over soon. */
const SOON_MS = { from: 400, to: 1_600 };
const MAX_DELAY_MS = 700;

export function chooseEmbeddedPoints(): EmbeddedPoint[] {
  const random = randomOf(FAULT_SEED, "embedded points");
  return Array.from({ length: POINTS }, (_, index) => {
    if (index % 2 === 0)
      return { import: "first", after: random.pick(LINES), delayMs: random.below(MAX_DELAY_MS) };
    const delayMs = SOON_MS.from + random.below(SOON_MS.to - SOON_MS.from);
    return { import: index % 4 === 1 ? "revised" : "renewed", after: null, delayMs };
  });
}

export function nameOf({ import: name, after, delayMs }: EmbeddedPoint): string {
  return `the ${name} import, ${delayMs} ms after ${after === null ? "its start" : `« ${after} »`}`;
}
