import { parentPort } from "node:worker_threads";

/** Runs the tasks of a `TaskThread`, in the thread; one that fails does not stop the thread. */
export function serveTasks<Task, Result>(work: (task: Task) => Result): void {
  parentPort?.on("message", ({ id, task }: TaskMessage<Task>) => {
    parentPort?.postMessage({ id, result: attempt(() => work(task)) } satisfies ResultMessage<Result>);
  });
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** A task on its way to a thread. */
export interface TaskMessage<Task> {
  readonly id: number;
  readonly task: Task;
}

/** The outcome of a task: its result, or null when it failed. */
export interface ResultMessage<Result> {
  readonly id: number;
  readonly result: Result | null;
}
