import { afterAll, beforeAll, expect, test } from "bun:test";
import { createKey } from "../../../../db/keys/keys.ts";
import { readUsage } from "../../../../db/keys/usage.ts";
import type { Database } from "../../../../db/postgres/database.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { admitOne, grantOf } from "../../../fixtures/keys.ts";
import { forEachStore } from "../../../servers/stores.ts";

forEachStore((_, open) => {
  let store: RelationalStore;
  let database: Database;

  beforeAll(async () => {
    store = await open();
    database = store.database;
  });

  afterAll(() => store.close());

  test("usage is counted by month and by day, in UTC", async () => {
    const visibleStart = await createUsedKey("pro", [
      "2026-10-31T23:59:59Z",
      "2026-11-01T00:00:00Z",
      "2026-11-30T23:59:59Z",
      "2026-11-03T08:00:00Z",
      "2026-11-03T22:30:00Z",
      "2026-12-01T00:00:00Z",
    ]);
    expect(await readUsage(database, visibleStart, new Date("2026-11-15T12:00:00Z"))).toEqual({
      visible_start: visibleStart,
      name: "Cabinet",
      plan: "pro",
      mois: "2026-11",
      utilise: 4,
      quota: 30_000,
      par_jour: [
        { date: "2026-11-01", utilise: 1 },
        { date: "2026-11-03", utilise: 2 },
        { date: "2026-11-30", utilise: 1 },
      ],
    });
  });

  test("the month is the one of the instant asked for, in UTC", async () => {
    const visibleStart = await createUsedKey("gratuit", ["2026-10-31T23:59:59Z"]);
    const october = await readUsage(database, visibleStart, new Date("2026-10-31T23:59:59.999Z"));
    const november = await readUsage(database, visibleStart, new Date("2026-11-01T00:00:00Z"));
    expect(october).toMatchObject({ mois: "2026-10", utilise: 1 });
    expect(november).toMatchObject({ mois: "2026-11", utilise: 0, par_jour: [] });
  });

  test("the clock of the database is used by default", async () => {
    const visibleStart = await createUsedKey("gratuit", []);
    await admitOne(database, allowanceOf(visibleStart), true);
    expect(await readUsage(database, visibleStart)).toMatchObject({ utilise: 1, par_jour: [{ utilise: 1 }] });
  });

  test("a plan without quota says so, and is counted", async () => {
    const visibleStart = await createUsedKey("interne", ["2026-11-03T08:00:00Z"]);
    expect(await readUsage(database, visibleStart, new Date("2026-11-03T09:00:00Z"))).toMatchObject({
      quota: null,
      utilise: 1,
    });
  });

  test("an unknown start has no usage", async () => {
    expect(await readUsage(database, "boi_inconnue")).toBeNull();
  });

  const ids = new Map<string, number>();

  async function createUsedKey(plan: string, instants: readonly string[]): Promise<string> {
    const { key, visibleStart } = await createKey(database, { name: "Cabinet", plan });
    const grant = await grantOf(database, key);
    ids.set(visibleStart, grant?.id ?? 0);
    for (const instant of instants) {
      await admitOne(database, allowanceOf(visibleStart), true, new Date(instant));
    }
    return visibleStart;
  }

  function allowanceOf(visibleStart: string) {
    return { keyId: ids.get(visibleStart) ?? 0, minuteLimit: 6000, monthlyQuota: null };
  }
});
