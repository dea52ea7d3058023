/** The pace is that of the latest minute: a stage may begin slowly. */
const WINDOW_MS = 60_000;
/** Less says nothing yet. */
const SHORTEST_MS = 1_000;

interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** How fast a stage goes, from what was seen of it. */
export class Pace {
  private samples: Sample[] = [];

  /** @param atMs of a clock that only goes forward. */
  record(done: number, atMs: number): void {
    this.samples.push({ done, atMs });
    // One sample stays from before the window: looks may be further apart than it is long.
    while ((this.samples[1]?.atMs ?? atMs) <= atMs - WINDOW_MS) this.samples.shift();
  }

  /** A second; null while there is nothing to tell. */
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
