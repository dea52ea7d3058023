import type { StageJournal } from "../../journal/stage-journal.ts";
import type { Task } from "../in-step/task.ts";

/** Observes embedding, which precedes the filling of the index; each part has its own unit. */
export interface Work {
  begin(total: number): void;
  /** @throws {Interrupted} when the work must stop here. */
  advance(done: number): Promise<void>;
  /** Passages embedded and stored. */
  countEmbedded(passages: number): void;
}

/** No observer. */
export const UNTOLD: Work = { begin() {}, advance: async () => {}, countEmbedded() {} };

/** Embedding inside a run. */
export function workOf(task: Task, journal: StageJournal): Work {
  let total = 0;
  let done = 0;
  return {
    begin(steps) {
      [total, done] = [steps, 0];
      task.expects(steps);
    },
    async advance(steps) {
      done += steps;
      task.expects(total - done);
      await task.wrote(done, total);
    },
    countEmbedded: (passages) => journal.count("embedded", passages),
  };
}
