import { afterEach, describe, expect, test } from "bun:test";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { type Caller, TaskThread } from "../../../../src/process/task-thread.ts";
import type { Nap } from "./sleeping-thread.ts";

const LONG_MS = 30_000;
const opened: TaskThread<Nap, string>[] = [];
afterEach(() => Promise.all(opened.splice(0).map((thread) => thread.close())));

/** A thread, the tasks it finished in order, and a function that sends it one. */
function open(mostWaiting = { keyed: 3, visitor: 1 }) {
  const script = new URL("./sleeping-thread.ts", import.meta.url);
  const thread = new TaskThread<Nap, string>({ script, engine: "sieste", mostWaiting });
  opened.push(thread);
  const finished: string[] = [];
  const ask = async (name: string, caller: Caller, ms = 20, timeLimitMs = LONG_MS, of = "") => {
    const done = await thread.run({ name, ms }, { caller, of, timeLimitMs });
    finished.push(done);
    return done;
  };
  return { thread, ask, finished };
}

describe("a thread behind a bounded queue", () => {
  test("refuses at once what would wait behind too many, and does what it accepted", async () => {
    const { ask, finished } = open();
    const asked = ["a", "b", "c"].map((name) => ask(name, "visitor"));
    const third = await Promise.allSettled(asked.slice(2));
    expect(third).toMatchObject([{ status: "rejected", reason: expect.any(EngineUnavailable) }]);
    expect(finished).toEqual([]);
    expect(await Promise.all(asked.slice(0, 2))).toEqual(["a", "b"]);
  });

  test("serves holders of keys before visitors, whose queue never fills theirs", async () => {
    const { ask, finished } = open();
    const asked = [ask("first", "visitor"), ask("visitor", "visitor"), ask("key", "keyed")];
    await Promise.all(asked);
    expect(finished).toEqual(["first", "key", "visitor"]);
  });

  test("serves one after the other of those who wait, and takes the place of who asks most", async () => {
    const { ask, finished } = open();
    const askFor = (name: string) => ask(name, "keyed", 20, LONG_MS, name.charAt(0));
    const flood = Promise.allSettled(["a1", "a2", "a3", "a4"].map(askFor));
    await Promise.all([askFor("b1"), flood]);
    expect((await flood).map(({ status }) => status)).toEqual([
      ...["fulfilled", "fulfilled", "fulfilled"],
      "rejected",
    ] as never);
    expect(finished).toEqual(["a1", "a2", "b1", "a3"]);
  });

  test("never starts a task whose time passed while it waited", async () => {
    const { ask, finished } = open();
    const slow = ask("slow", "keyed", 300);
    const late = await Promise.allSettled([ask("late", "keyed", 20, 50)]);
    expect(late).toMatchObject([{ status: "rejected", reason: expect.any(EngineUnavailable) }]);
    await slow;
    await ask("next", "keyed");
    expect(finished).toEqual(["slow", "next"]);
  });

  test("ends a task that runs past its time, and goes on with the next in a new thread", async () => {
    const { ask } = open();
    const started = performance.now();
    const endless = Promise.allSettled([ask("endless", "keyed", LONG_MS, 100)]);
    const next = ask("next", "keyed");
    expect(await endless).toMatchObject([{ status: "rejected", reason: expect.any(EngineUnavailable) }]);
    expect(await next).toBe("next");
    expect(performance.now() - started).toBeLessThan(LONG_MS / 2);
  });

  test("refuses a task that fails, and does the next", async () => {
    const { ask } = open();
    const failed = await Promise.allSettled([ask("failing", "keyed", -1)]);
    expect(failed).toMatchObject([{ status: "rejected", reason: expect.any(EngineUnavailable) }]);
    expect(await ask("next", "keyed")).toBe("next");
  });

  test("refuses what runs and what waits when it is closed", async () => {
    const { thread, ask } = open();
    const asked = Promise.allSettled([ask("runs", "keyed", LONG_MS), ask("waits", "visitor")]);
    await thread.close();
    expect((await asked).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
