/** The pace is the latest minute's: a stage may begin slowly. */
const WINDOW_MS = 60_000;
/** A shorter time is no evidence. */
const SHORTEST_MS = 1_000;

interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** How fast a stage progresses, from samples. */
export class Pace {
  private samples: Sample[] = [];

  /** @param atMs of a monotonic clock. */
  record(done: number, atMs: number): void {
    this.samples.push({ done, atMs });
    // Keeps one sample from before the window: samples may be further apart than its length.
    while ((this.samples[1]?.atMs ?? atMs) <= atMs - WINDOW_MS) this.samples.shift();
  }

  /** Per second; null while there is no evidence. */
  rate(): number | null {
    const [first] = this.samples;
    const last = this.samples.at(-1);
    if (first === undefined || last === undefined) return null;
    const elapsedMs = last.atMs - first.atMs;
    const done = last.done - first.done;
    return elapsedMs < SHORTEST_MS || done <= 0 ? null : (done * 1_000) / elapsedMs;
  }
}

/** `120/s`, `0,3/s`. */
export function tellRate(rate: number): string {
  const maximumFractionDigits = rate < 10 ? 1 : 0;
  return `${rate.toLocaleString("fr-FR", { maximumFractionDigits, useGrouping: false })}/s`;
}

/** `encore 43 s`, `encore 32 min`, `encore 5 h 30`. */
export function tellTimeLeft(seconds: number): string {
  if (seconds < 60) return `encore ${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `encore ${minutes} min`;
  return `encore ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}
