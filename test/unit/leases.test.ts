/** The simulation behind docs/scale.md's verdict on leases: what no policy may break, whatever the traffic. */
import { describe, expect, test } from "bun:test";
import { MAX_BATCH } from "../../db/admission/queue.ts";
import { STATEMENT } from "../full/bench/leases/inputs.ts";
import { type Scenario, simulate } from "../full/bench/leases/simulation.ts";
import { bursts, steady, traffic, zipf } from "../full/bench/leases/traffic.ts";

const POLICIES = [0, 10, 100, 1_000];
const PLENTY = { minute: 1e9, month: 1e9 };
const usual: Scenario = {
  seed: 1,
  processes: 4,
  storeCores: 2,
  durationMs: 3_000,
  answerMs: 0.08,
  statement: STATEMENT,
  batchLimit: MAX_BATCH,
  arrivals: (random) => traffic(random, steady(2_000), () => 0),
  limitsOf: () => PLENTY,
};
const SHAPES: readonly { readonly shape: string; readonly scenario: Scenario }[] = [
  { shape: "one key", scenario: usual },
  {
    shape: "many keys, some near their end",
    scenario: {
      ...usual,
      arrivals: (random) => traffic(random, steady(2_000), zipf(50, 1.1)),
      limitsOf: (key) => ({ minute: 1e9, month: 20 + 10 * key }),
    },
  },
  {
    shape: "bursts against a minute limit",
    scenario: {
      ...usual,
      durationMs: 130_000,
      arrivals: (random) => traffic(random, bursts(40), () => 0),
      limitsOf: () => ({ minute: 600, month: 1e9 }),
    },
  },
  {
    shape: "processes that are killed",
    scenario: { ...usual, killEveryMs: 300, limitsOf: () => ({ minute: 1e9, month: 4_000 }) },
  },
];

const sum = (units: ReadonlyMap<number, number>) => [...units.values()].reduce((a, b) => a + b, 0);

for (const { shape, scenario } of SHAPES)
  describe(shape, () => {
    for (const units of POLICIES)
      test(`leases of ${units}: no quota is exceeded, and every unit given is answered, held or lost`, () => {
        const outcome = simulate(scenario, units);
        for (const [key, given] of outcome.given) {
          expect(given).toBeLessThanOrEqual(scenario.limitsOf(key).month);
          expect(outcome.used.get(key) ?? 0).toBeLessThanOrEqual(given);
        }
        expect(sum(outcome.given) - outcome.answered).toBe(outcome.lost + outcome.outstanding);
        // A lease may be used in a later minute than the one that counted it: by what processes hold, no more.
        expect(outcome.minuteExcess).toBeLessThanOrEqual(units * scenario.processes);
      });

    test("without leases no request is wrongly refused while no process dies, nor a minute exceeded", () => {
      const outcome = simulate(scenario, 0);
      if (scenario.killEveryMs === undefined) expect([outcome.wronglyRefused, outcome.lost]).toEqual([0, 0]);
      expect(outcome.minuteExcess).toBe(0);
    });
  });

test("a seed always gives the same outcome, another seed another one", () => {
  const scenario = { ...usual, arrivals: traffic10k(zipf(50, 1.1)) };
  expect(simulate(scenario, 100)).toEqual(simulate(scenario, 100));
  expect(simulate({ ...scenario, seed: 2 }, 100)).not.toEqual(simulate(scenario, 100));
});

test("leases ask the store less, and lose more with a process that dies", () => {
  const scenario = { ...usual, killEveryMs: 300 };
  const [batches, leases] = [simulate(scenario, 0), simulate(scenario, 100)];
  expect(leases.statementsPerSecond).toBeLessThan(batches.statementsPerSecond / 5);
  expect(leases.lost).toBeGreaterThan(batches.lost);
});

test("a statement of a key waits for those that hold its row, whatever cores are free", () => {
  const busy = { ...usual, processes: 8, storeCores: 8, arrivals: traffic10k(() => 0) };
  const apart = { ...busy, arrivals: traffic10k((random) => random.below(10_000)) };
  // Serialised by its row, one key takes one core at most; ten thousand keys take several.
  expect(simulate(busy, 0).storeCoresBusy).toBeLessThanOrEqual(1);
  expect(simulate(apart, 0).storeCoresBusy).toBeGreaterThan(2);
});

test("batches of many keys that share one never catch up with a pause of the store; smaller ones do", () => {
  const [smaller, larger] = [64, 256].map((batchLimit) => simulate({ ...afterPause, batchLimit }, 0));
  expect(smaller?.waitP50).toBeLessThan(5);
  expect(smaller?.unfinished).toBeLessThan(100);
  expect(larger?.waitP50).toBeGreaterThan(500);
  expect(larger?.unfinished).toBeGreaterThan(10_000);
});

const afterPause: Scenario = {
  ...usual,
  processes: 6,
  storeCores: 4,
  durationMs: 10_000,
  pause: { atMs: 2_000, forMs: 200 },
  arrivals: traffic10k((random) => (random.below(10) === 0 ? 0 : 1 + random.below(20_000))),
};

function traffic10k(keyOf: Parameters<typeof traffic>[2]): Scenario["arrivals"] {
  return (random) => traffic(random, steady(10_000), keyOf);
}
