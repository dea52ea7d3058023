import type { Meilisearch, Task } from "meilisearch";
import { ask, unfinished } from "./connection.ts";
import type { IndexSet } from "./indexes.ts";

/** Called between two polls of a task; throwing ends the wait, not the task. */
export type OnWait = () => Promise<void>;

/** Small tasks take some 20 ms, large ones minutes. */
const FIRST_PAUSE_MS = 25;
const LAST_PAUSE_MS = 500;

/**
 * Waits for the end of a task, successful or not.
 * @throws {EngineUnavailable} when it exceeds `limitMs`, or the server can't report its state
 */
export async function waitForEnd(
  client: Meilisearch,
  taskUid: number,
  limitMs: number,
  onWait: OnWait = async () => {},
): Promise<Task> {
  const startedAt = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(1.5 * pauseMs, LAST_PAUSE_MS)) {
    const task = await ask(() => client.tasks.getTask(taskUid));
    await onWait();
    if (task.status !== "enqueued" && task.status !== "processing") return task;
    if (performance.now() - startedAt > limitMs) throw unfinished(task);
    await Bun.sleep(pauseMs);
  }
}

/** Waits until the server's queue has no task for the indexes, whoever enqueued it: possibly a run that was killed. */
export async function untilIdle(
  client: Meilisearch,
  { texts, past, titles }: IndexSet,
  limitMs: number,
): Promise<void> {
  const indexUids = [texts, past, titles].map(({ index }) => index.uid);
  for (;;) {
    const { results } = await ask(() =>
      client.tasks.getTasks({ indexUids, statuses: ["enqueued", "processing"], limit: 1 }),
    );
    const [latest] = results;
    if (latest === undefined) return;
    await waitForEnd(client, latest.uid, limitMs);
  }
}
