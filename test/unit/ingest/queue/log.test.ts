import { expect, test } from "bun:test";
import { NO_COUNTS } from "../../../../db/runs/runs.ts";
import { logRunEvent } from "../../../../ingest/queue/payment-log.ts";

/** Level, message and fields of an event's log line. */
function lineOf(event: Parameters<typeof logRunEvent>[1]): unknown {
  const lines: unknown[] = [];
  const at = (level: string) => (fields: unknown, msg?: string) => lines.push([level, msg, fields]);
  logRunEvent({ info: at("info"), warn: at("warn") }, event);
  expect(lines).toHaveLength(1);
  return lines[0];
}

const DONE = { added: 2, changed: 0, removed: 0, unchanged: 1, rejected: 0 };
const STAGES = [
  { stage: "read", durationMs: 1_200, ...DONE },
  { stage: "diff", durationMs: 34, ...DONE },
] as const;

test("the start of a run names its source without its password", () => {
  const request = { source: "http://moi:cret@exemple.fr/a.jsonl", forced: true };
  expect(lineOf({ kind: "started", id: 7, request })).toEqual([
    "info",
    "ingestion started",
    { run: 7, source: expect.not.stringContaining("cret"), forced: true },
  ]);
});

test("the end of a stage gives its duration and its counts", () => {
  expect(lineOf({ kind: "stage", id: 7, report: STAGES[0] })).toEqual([
    "info",
    "stage ended",
    { run: 7, stage: "read", durationMs: 1_200, ...DONE },
  ]);
});

test.each([
  ["info", "succeeded", null],
  ["warn", "succeeded", "L'index vectoriel n'est pas à jour."],
  ["warn", "failed", "La source ne répond pas."],
] as const)("the end of a run is told at %s when it %s with the message %s", (level, status, message) => {
  const end = { status, message, counts: NO_COUNTS, stages: STAGES, proof: null, errors: [] };
  expect(lineOf({ kind: "ended", id: 7, end, durationMs: 1_300 })).toEqual([
    level,
    "ingestion ended",
    { run: 7, status, counts: NO_COUNTS, durationMs: 1_300, proof: null, errors: 0, message },
  ]);
});

test("what was mended outside of a run is told, since it was damaged", () => {
  const stores = ["vectors"] as const;
  expect(lineOf({ kind: "mended", stores })).toEqual(["warn", "damaged stores mended", { stores }]);
});
