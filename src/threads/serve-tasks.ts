import { parentPort } from "node:worker_threads";
import type { ResultMessage, TaskMessage } from "./messages.ts";

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
