import { describe, expect, test } from "bun:test";
import type { AccountRefusals, PeriodTally } from "../../../../db/measures/traffic.ts";
import { Traffic } from "../../../../src/metrics/registry.ts";

const START = Date.parse("2026-11-20T12:00:30Z");

/** Traffic over a store that accepts it or fails, with a clock that the test sets. */
function open(write: () => Promise<void> = async () => {}) {
  const clock = { ms: START };
  const written: PeriodTally[][] = [];
  const refusals: AccountRefusals[][] = [];
  const warnings: object[] = [];
  const traffic = new Traffic({
    write: async (counted) => {
      await write();
      written.push([...counted.minutes]);
      refusals.push([...counted.refusals]);
    },
    clock: () => new Date(clock.ms),
    logger: { warn: (line: object) => void warnings.push(line) },
  });
  return { traffic, clock, written, refusals, warnings };
}

describe("what is answered to callers", () => {
  test("is counted in its minute: requests, refusals, faults and times", async () => {
    const { traffic, clock, written } = open();
    for (const status of [200, 304, 400, 404]) traffic.count("/v1/search", status, 3);
    for (const status of [401, 402, 403, 429]) traffic.count("unknown", status, 0.5);
    for (const status of [500, 503]) traffic.count("/v1/search", status, 20_000);
    clock.ms += 60_000;
    traffic.count("/", 200, 3);
    await traffic.flush();
    const [minutes = []] = written;
    expect(minutes).toMatchObject([
      { start: new Date("2026-11-20T12:00:00Z"), requests: 10, refusals: 4, faults: 2 },
      { start: new Date("2026-11-20T12:01:00Z"), requests: 1, refusals: 0, faults: 0 },
    ]);
    expect(minutes[0]?.durations.filter((count) => count > 0)).toEqual([4, 4, 2]);
  });

  test.each(["/ready", "/metrics", "/v1/health", "/v1/status", "/admin", "/admin/tableau/cles"])(
    "is not what %s answers",
    async (route) => {
      const { traffic, written } = open();
      traffic.count(route, 200, 1);
      await traffic.flush();
      expect(written).toEqual([]);
    },
  );
});

test("refusals sent to the keys of an account are counted by day and code", async () => {
  const { traffic, clock, refusals } = open();
  for (const code of ["rate_limited", "invalid_parameter", "rate_limited"]) traffic.countRefusal(7, code);
  traffic.countRefusal(8, "rate_limited");
  clock.ms += 12 * 3_600_000;
  traffic.countRefusal(7, "rate_limited");
  await traffic.flush();
  expect(refusals).toEqual([
    [
      { accountId: 7, day: "2026-11-20", code: "rate_limited", refusals: 2 },
      { accountId: 7, day: "2026-11-20", code: "invalid_parameter", refusals: 1 },
      { accountId: 8, day: "2026-11-20", code: "rate_limited", refusals: 1 },
      { accountId: 7, day: "2026-11-21", code: "rate_limited", refusals: 1 },
    ],
  ]);
});

describe("writing", () => {
  test("sends what was counted once: nothing more comes without a request", async () => {
    const { traffic, written } = open();
    traffic.count("/", 200, 1);
    await traffic.flush();
    await traffic.flush();
    expect(written).toHaveLength(1);
  });

  test("that fails loses its minute alone, and says how much", async () => {
    const store = { isAway: true };
    const { traffic, written, warnings } = open(async () => {
      if (store.isAway) throw new Error("away");
    });
    traffic.count("/", 200, 1);
    traffic.count("/", 200, 1);
    await traffic.flush();
    store.isAway = false;
    traffic.count("/", 200, 1);
    await traffic.flush();
    expect(warnings).toMatchObject([{ requests: 2 }]);
    expect(written.flat()).toMatchObject([{ requests: 1 }]);
  });

  test("happens at the end, for the answer that has just left too", async () => {
    const { traffic, written } = open();
    traffic.start();
    setImmediate(() => traffic.count("/", 200, 1));
    await traffic.stop();
    expect(written.flat()).toMatchObject([{ requests: 1 }]);
  });
});
