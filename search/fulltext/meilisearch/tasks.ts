import type { Meilisearch, Task } from "meilisearch";
import { ask, unfinished } from "./connection.ts";
import type { IndexPair } from "./indexes.ts";

/** Called between two looks at a task; what it throws ends the wait, not the task. */
export type OnWait = () => Promise<void>;

/** Small tasks take some 20 ms, great ones minutes. */
const FIRST_PAUSE_MS = 25;
const LAST_PAUSE_MS = 500;

/**
 * The task once the server is done with it, well or not.
 * @throws {EngineUnavailable} when it is not within `limitMs`, or the server can't tell
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

/** Waits until nothing is left in the server's queue for the indexes, whoever asked: a run that was killed may have. */
export async function untilIdle(
  client: Meilisearch,
  { texts, titles }: IndexPair,
  limitMs: number,
): Promise<void> {
  const indexUids = [texts.index.uid, titles.index.uid];
  for (;;) {
    const { results } = await ask(() =>
      client.tasks.getTasks({ indexUids, statuses: ["enqueued", "processing"], limit: 1 }),
    );
    const [latest] = results;
    if (latest === undefined) return;
    await waitForEnd(client, latest.uid, limitMs);
  }
}
