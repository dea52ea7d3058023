import { expect, test } from "bun:test";
import { ApiError } from "../../../../src/http/errors/api-error.ts";
import { untilReady } from "../../../../src/process/until-ready.ts";
import { rejectionOf } from "../../../rejection.ts";

const PATIENCE = { attempts: Number.POSITIVE_INFINITY, firstDelayMs: 1, maxDelayMs: 5 };
const AWAY = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const NOT_READY = new ApiError("not_ready", { reason: "la base relationnelle ne répond pas" });

/** A step that fails in these ways, one after the other, then succeeds; and what waiting for it logs. */
function failing(faults: readonly Error[]) {
  const left = [...faults];
  const lines: string[] = [];
  const log = (level: string) => (_: unknown, message?: string) => void lines.push(`${level}: ${message}`);
  const step = async () => {
    const fault = left.shift();
    if (fault !== undefined) throw fault;
  };
  const wait = (signal = new AbortController().signal) =>
    untilReady(step, { error: log("error"), info: log("info") }, signal, PATIENCE);
  return { wait, lines, left };
}

const BEGAN = "error: the relational store is away: this process waits before it listens";
const OVER = "info: the relational store answers: this process goes on starting";

test.each([
  ["nothing, when the store is there", [], []],
  ["one line when the wait begins and one when it is over", [AWAY, NOT_READY, AWAY, AWAY], [BEGAN, OVER]],
])("a start logs %s", async (_, faults, lines) => {
  const start = failing(faults);
  await start.wait();
  expect([start.lines, start.left]).toEqual([lines, []]);
});

test("a fault that time does not mend ends the start at once", async () => {
  const start = failing([new Error("relation does not exist"), AWAY]);
  expect(await rejectionOf(start.wait())).toMatchObject({ message: "relation does not exist" });
  expect([start.lines, start.left]).toEqual([[], [AWAY]]);
});

test("a process that is told to stop waits no longer", async () => {
  const stopping = new AbortController();
  const start = failing(Array.from({ length: 1_000_000 }, () => AWAY));
  setTimeout(() => stopping.abort(), 20);
  expect(await rejectionOf(start.wait(stopping.signal))).toMatchObject({ name: "AbortError" });
  expect(start.lines).toEqual([BEGAN]);
});
