import { beforeEach, describe, expect, test } from "bun:test";
import type { RestingCircuit } from "../../../../db/engine/resting-circuit.ts";
import { rerankingCircuit } from "../../../../search/reranking/open.ts";
import { rejectionOf } from "../../../rejection.ts";

const FAULT = new Error("no answer");

let nowMs: number;
let lines: string[];
let circuit: RestingCircuit;
let called: number;

beforeEach(() => {
  nowMs = 0;
  lines = [];
  called = 0;
  const log = (_: object, line: string) => void lines.push(line);
  circuit = rerankingCircuit({ error: log, warn: log, info: log }, () => nowMs);
});

function call(work: () => Promise<string> = async () => "judged"): Promise<string> {
  return circuit.call(() => {
    called += 1;
    return work();
  });
}

/** A call that ends after a while. */
function fail(afterMs = 0): Promise<unknown> {
  return rejectionOf(
    call(() => {
      nowMs += afterMs;
      return Promise.reject(FAULT);
    }),
  );
}

describe("a service that answers can do without", () => {
  test("is waited for once when it is dead, and not once a question", async () => {
    expect(await fail(2_000)).toBe(FAULT);
    for (let question = 0; question < 5; question += 1) await rejectionOf(call());
    expect(called).toBe(1);
  });

  test("is tried by one caller after two seconds, then more and more rarely, up to a minute", async () => {
    const tried: number[] = [];
    for (nowMs = 0; nowMs < 300_000; nowMs += 1_000) {
      const before = called;
      await fail();
      if (called > before) tried.push(nowMs / 1_000);
    }
    expect(tried).toEqual([0, 2, 6, 14, 30, 62, 122, 182, 242]);
  });

  test("is asked by all again as soon as it has answered one", async () => {
    await fail();
    expect(circuit.fault).toBe(FAULT);
    nowMs += 2_000;
    expect(await call()).toBe("judged");
    expect(circuit.fault).toBeNull();
    expect(await Promise.all([call(), call()])).toEqual(["judged", "judged"]);
  });

  test("has four questions at once, and one while it is tried again", async () => {
    const held = Promise.withResolvers<string>();
    const all = Array.from({ length: 6 }, () => call(() => held.promise).catch(() => "first order"));
    held.resolve("judged");
    expect((await Promise.all(all)).filter((answer) => answer === "judged")).toHaveLength(4);
    await fail();
    nowMs += 2_000;
    const trial = Promise.withResolvers<string>();
    const trials = [call(() => trial.promise), call().catch(() => "first order")];
    trial.resolve("judged");
    expect(await Promise.all(trials)).toEqual(["judged", "first order"]);
  });

  test("rests no longer for four questions that it left together than for one", async () => {
    const held = Promise.withResolvers<string>();
    const all = Array.from({ length: 4 }, () => rejectionOf(call(() => held.promise)));
    nowMs += 2_000;
    held.reject(FAULT);
    await Promise.all(all);
    nowMs += 2_000;
    expect(await call()).toBe("judged");
  });

  test("leaves two lines in the log for an outage, however long", async () => {
    await fail();
    nowMs += 2_000;
    await fail();
    nowMs += 4_000;
    await call();
    expect(lines).toEqual([expect.stringContaining("is away"), expect.stringContaining("is back")]);
  });
});
