import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Allowance } from "../../../../db/admission/port.ts";
import { refund } from "../../../../db/admission/queue.ts";
import { createKey } from "../../../../db/keys/keys.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { admitOne, grantOf } from "../../../fixtures/keys.ts";
import { forEachStore } from "../../../servers/stores.ts";

forEachStore((_name, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  async function allowance(minuteLimit: number, monthlyQuota: number | null): Promise<Allowance> {
    const { key } = await createKey(store.database, { name: "essai", plan: "pro" });
    const grant = await grantOf(store.database, key);
    if (grant === null) throw new Error("the key that was just created is unknown");
    return { keyId: grant.id, minuteLimit, monthlyQuota };
  }

  const admit = (to: Allowance, at: string, isChargeable = true) =>
    admitOne(store.database, to, isChargeable, new Date(at));

  test("a quota of N gives N charged answers in the month, then none until the next month", async () => {
    const key = await allowance(100, 3);
    const outcomes = [];
    for (const at of ["2026-01-30T10:00:00Z", "2026-01-31T10:00:00Z", "2026-01-31T23:59:59.999Z"]) {
      const { outcome, monthRemaining } = await admit(key, at);
      outcomes.push([outcome, monthRemaining]);
    }
    expect(outcomes).toEqual([
      ["accepted", 2],
      ["accepted", 1],
      ["accepted", 0],
    ]);
    expect(await admit(key, "2026-01-31T23:59:59.999Z")).toMatchObject({
      outcome: "quota_exceeded",
      isCharged: false,
    });
    expect(await admit(key, "2026-02-01T00:00:00Z")).toMatchObject({
      outcome: "accepted",
      monthRemaining: 2,
    });
  });

  test("a key without quota is never out of it", async () => {
    const key = await allowance(1000, null);
    expect(await admit(key, "2026-03-01T00:00:00Z")).toMatchObject({
      outcome: "accepted",
      monthRemaining: null,
    });
  });

  test("a minute limit of N lets N requests through, and the next one is neither counted nor charged", async () => {
    const key = await allowance(2, 10);
    const at = "2026-01-05T10:00:30Z";
    expect(await admit(key, at)).toMatchObject({ outcome: "accepted", minuteRemaining: 1 });
    expect(await admit(key, at)).toMatchObject({ outcome: "accepted", minuteRemaining: 0 });
    expect(await admit(key, at)).toMatchObject({
      outcome: "rate_limited",
      minuteRemaining: 0,
      isCharged: false,
    });
    expect(await admit(key, "2026-01-05T10:05:00Z")).toMatchObject({
      outcome: "accepted",
      monthRemaining: 7,
    });
  });

  test("the window slides: half of the previous minute still counts at the half of the next", async () => {
    const key = await allowance(10, null);
    for (let count = 0; count < 10; count++) await admit(key, "2026-01-05T10:00:59Z");
    expect(await admit(key, "2026-01-05T10:01:00Z")).toMatchObject({ outcome: "rate_limited" });
    expect(await admit(key, "2026-01-05T10:01:30Z")).toMatchObject({
      outcome: "accepted",
      minuteRemaining: 4,
    });
    expect(await admit(key, "2026-01-05T10:02:00Z")).toMatchObject({
      outcome: "accepted",
      minuteRemaining: 8,
    });
  });

  test("a clock that steps back does not open a new window", async () => {
    const key = await allowance(1, null);
    await admit(key, "2026-01-05T10:01:00Z");
    expect(await admit(key, "2026-01-05T10:00:59Z")).toMatchObject({ outcome: "rate_limited" });
  });

  test("a request that is not chargeable counts in the minute and not in the month", async () => {
    const key = await allowance(2, 1);
    const at = "2026-01-05T10:00:00Z";
    expect(await admit(key, at, false)).toMatchObject({
      outcome: "accepted",
      isCharged: false,
      monthRemaining: 1,
    });
    expect(await admit(key, at)).toMatchObject({ outcome: "accepted", monthRemaining: 0 });
    expect(await admit(key, at, false)).toMatchObject({ outcome: "rate_limited" });
  });

  test("a unit given back can be used again", async () => {
    const key = await allowance(100, 1);
    const at = "2026-01-05T10:00:00Z";
    const first = await admit(key, at);
    await refund(store.database, [{ keyId: key.keyId, at: first.at }]);
    expect(await admit(key, at)).toMatchObject({ outcome: "accepted", monthRemaining: 0 });
    expect(await admit(key, at)).toMatchObject({ outcome: "quota_exceeded" });
  });

  test("a quota of zero admits nothing", async () => {
    const key = await allowance(100, 0);
    expect(await admit(key, "2026-01-05T10:00:00Z")).toMatchObject({ outcome: "quota_exceeded" });
  });

  test("requests at the same time can't share the last unit", async () => {
    const key = await allowance(1000, 20);
    const at = "2026-01-05T10:00:00Z";
    const admissions = await Promise.all(Array.from({ length: 60 }, () => admit(key, at)));
    expect(admissions.filter(({ isCharged }) => isCharged)).toHaveLength(20);
  });

  test("the statement is planned once for all batches, not for each", async () => {
    const key = await allowance(1000, 1000);
    const connection = await store.database.$client.reserve();
    try {
      const database = new Proxy(store.database, {
        get: (target, property) => (property === "$client" ? connection : Reflect.get(target, property)),
      });
      for (let batch = 0; batch < 20; batch += 1) await admitOne(database, key, true);
      const [plans] = await connection<{ anew: number }[]>`
        select custom_plans::int as anew from pg_prepared_statements
        where strpos(statement, ${"insert into key_windows"}::text) > 0`;
      // The server tries the first five both ways.
      expect(plans).toEqual({ anew: 5 });
    } finally {
      connection.release();
    }
  });

  test("by default the database's clock decides", async () => {
    const { at } = await admitOne(store.database, await allowance(10, 10), true);
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  });
});
