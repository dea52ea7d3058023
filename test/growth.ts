/** Shorter times measure the machine more than the work. */
const LEAST_MS = 10;
const RUNS = 3;
const ATTEMPTS = 7;
/** Work that is done sooner than that on so much input grows too little to matter. */
const LARGEST = 1 << 24;

/** Above it, work on outside text is not linear, whatever the machine does meanwhile. */
export const MOST_GROWTH = 8;

/**
 * How many times longer work takes on four times the input: 4 when linear, 16 when quadratic. The least of three
 * interleaved runs each, on a size that takes 10 ms or more; 0 when no size does. Runs are made again while the work
 * seems not to be linear.
 * @param prepare makes the work on an input of a size; making the input is not timed.
 * @param start the size to begin with.
 */
export function growthOf(prepare: (size: number) => () => void, start: number): number {
  for (let size = start; size <= LARGEST; size *= 2) {
    const work = prepare(size);
    // Over several runs: a first one, before the compiler is warm, is longer.
    if (isShort(work)) continue;
    return leastRatio([work, prepare(4 * size)]);
  }
  return 0;
}

function isShort(work: () => void): boolean {
  for (let run = 0; run < RUNS; run += 1) if (timeOf(work) < LEAST_MS) return true;
  return false;
}

/** How many times longer work takes on the larger of two sizes: the least that any attempt saw. */
export function ratioOf(prepare: (size: number) => () => void, small: number, large: number): number {
  return leastRatio([prepare(small), prepare(large)]);
}

/** A machine busy with something else slows one of the two; it does not make a quadratic one linear. */
function leastRatio(works: readonly (() => void)[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least >= MOST_GROWTH; attempt += 1) {
    const [one = 0, four = 0] = leastOf(RUNS, works);
    least = Math.min(least, four / one);
  }
  return least;
}

/** The least time of each work, in milliseconds, over so many runs where they take turns. */
function leastOf(runs: number, works: readonly (() => void)[]): number[] {
  const least = works.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run < runs; run += 1) {
    works.forEach((work, index) => {
      least[index] = Math.min(least[index] ?? 0, timeOf(work));
    });
  }
  return least;
}

function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
