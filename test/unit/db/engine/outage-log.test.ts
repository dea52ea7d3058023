import { expect, test } from "bun:test";
import { OutageLog } from "../../../../db/engine/outage-log.ts";

const AWAY = new Error("away");

function logged() {
  let now = 0;
  const lines: unknown[] = [];
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push([level, message, fields]);
  const log = { error: write("error"), warn: write("warn"), info: write("info") };
  const outages = new OutageLog(log, { began: "began", goesOn: "goes on", over: "over" }, () => now);
  const pass = (ms: number) => {
    now += ms;
  };
  return { outages, lines, pass };
}

test("an outage is told once with its error, then counted, and told when it is over", () => {
  const { outages, lines, pass } = logged();
  outages.worked("postgres");
  for (let count = 0; count < 500; count++) outages.failed("postgres", AWAY, { fields: { id: "a" } });
  pass(90_000);
  outages.worked("postgres");
  outages.worked("postgres");
  expect(lines).toEqual([
    ["error", "began", { id: "a", outage: "postgres", err: AWAY }],
    ["info", "over", { outage: "postgres", failures: 500, seconds: 90 }],
  ]);
});

test("what is told of again after its end is another outage, as is that of another name", () => {
  const { outages, lines } = logged();
  outages.failed("postgres", AWAY);
  outages.failed("qdrant", AWAY, { level: "warn" });
  outages.worked("postgres");
  outages.failed("postgres", AWAY);
  expect(lines).toEqual([
    ["error", "began", { outage: "postgres", err: AWAY }],
    ["warn", "began", { outage: "qdrant", err: AWAY }],
    ["info", "over", { outage: "postgres", failures: 1, seconds: 0 }],
    ["error", "began", { outage: "postgres", err: AWAY }],
  ]);
});

test("an outage that nobody says to be over goes on while it is met, and ends once it is not", () => {
  const { outages, lines, pass } = logged();
  outages.failed("postgres", AWAY);
  outages.failed("postgres", AWAY);
  pass(60_000);
  expect(outages.sweep()).toBe(true);
  pass(60_000);
  expect(outages.sweep()).toBe(false);
  expect(lines.slice(1)).toEqual([
    ["warn", "goes on", { outage: "postgres", failures: 2, seconds: 60 }],
    ["info", "over", { outage: "postgres", failures: 2, seconds: 120 }],
  ]);
});
