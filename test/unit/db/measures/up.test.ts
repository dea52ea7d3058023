import { beforeEach, describe, expect, test } from "bun:test";
import { addUpGauge, Measures, type Probe } from "../../../../db/measures/measures.ts";

const LIMIT_MS = 20;

let nowMs: number;
beforeEach(() => {
  nowMs = 0;
});

/** What a process with these probes answers for `doctrine_up`, by store. */
function collector(probes: Readonly<Record<string, Probe>>) {
  const measures = new Measures();
  addUpGauge(measures, probes, LIMIT_MS, () => nowMs);
  return async () =>
    (await measures.registry.metrics())
      .split("\n")
      .flatMap((line) => /^doctrine_up\{store="(\w+)"\} (\d)$/.exec(line)?.slice(1).join(" ") ?? []);
}

describe("doctrine_up", () => {
  test("is 1 for a store that answers, 0 for one that fails or hangs, absent for one that can't be judged", async () => {
    const collect = collector({
      relational: async () => {},
      fulltext: () => Promise.reject(new Error("away")),
      vectors: async () => null,
      embeddings: () => new Promise(() => {}),
    });
    expect(await collect()).toEqual(["relational 1", "fulltext 0", "embeddings 0"]);
  });

  test("asks a store once in ten seconds, however often it is collected", async () => {
    let asked = 0;
    const collect = collector({
      relational: async () => {
        asked += 1;
      },
    });
    await Promise.all([collect(), collect()]);
    nowMs = 9_999;
    await collect();
    expect(asked).toBe(1);
    nowMs = 10_001;
    await collect();
    expect(asked).toBe(2);
  });

  test("never asks again a store that still hangs, and sees it answer", async () => {
    let asked = 0;
    const answer = Promise.withResolvers<void>();
    const collect = collector({
      relational: () => {
        asked += 1;
        return answer.promise;
      },
    });
    expect(await collect()).toEqual(["relational 0"]);
    nowMs = 60_000;
    expect(await collect()).toEqual(["relational 0"]);
    expect(asked).toBe(1);
    answer.resolve();
    expect(await collect()).toEqual(["relational 1"]);
    expect(asked).toBe(1);
  });
});
