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
