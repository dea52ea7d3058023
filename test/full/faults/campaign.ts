import { FAULT_SEED } from "./seed.ts";

/** What came of one point. */
export interface Outcome {
  /** Whether the three stores were compared. */
  readonly isCompared: boolean;
  /** Lines missing from a store, or in excess, compared with the undisturbed import. */
  readonly differences: readonly string[];
  /** Everything else that should not be. */
  readonly faults: readonly string[];
}

/** What is to come of every point. */
export const NOTHING_WRONG: Outcome = { isCompared: true, differences: [], faults: [] };

/** Two runs at once: a run and its engines keep about one core busy. */
const DEFAULT_AT_ONCE = 2;

function failed(error: unknown): Outcome {
  return { isCompared: false, differences: [], faults: [`the trial itself fails: ${error}`] };
}

/** Tries points, some at once, and keeps what came of them. */
export class Campaign<Point> {
  private readonly outcomes = new Map<Point, PromiseWithResolvers<Outcome>>();

  constructor(
    private readonly title: string,
    readonly points: readonly Point[],
    private readonly attempt: (point: Point) => Promise<Outcome>,
    private readonly atOnce = DEFAULT_AT_ONCE,
  ) {
    for (const point of points) this.outcomes.set(point, Promise.withResolvers());
  }

  /** Begins, in the order of the points; `of` gives what came of each one. */
  begin(): void {
    const waiting = [...this.outcomes];
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [point, outcome] = next;
        outcome.resolve(await this.attempt(point).catch(failed));
      }
    };
    for (let worker = 0; worker < this.atOnce; worker += 1) void work();
  }

  async of(point: Point): Promise<Outcome> {
    const outcome = this.outcomes.get(point);
    if (outcome === undefined) throw new Error("no such point");
    return await outcome.promise;
  }

  /** Prints the table of what was tried. @param groupOf the line of the table that a point counts in. */
  async report(groupOf: (point: Point) => string): Promise<void> {
    const groups = new Map<
      string,
      { points: number; compared: number; differences: number; faults: number }
    >();
    for (const [point, { promise }] of this.outcomes) {
      const row = groups.get(groupOf(point)) ?? { points: 0, compared: 0, differences: 0, faults: 0 };
      const { isCompared, differences, faults } = await promise;
      row.points += 1;
      if (isCompared) row.compared += 1;
      row.differences += differences.length;
      row.faults += faults.length;
      groups.set(groupOf(point), row);
    }
    console.log(`${this.title} (FAULT_SEED=${FAULT_SEED})`);
    console.table([...groups].map(([group, row]) => ({ group, ...row })));
  }
}
