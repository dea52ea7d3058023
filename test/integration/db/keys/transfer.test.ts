import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createKey, listKeys, revokeKey, UnknownPlan } from "../../../../db/keys/keys.ts";
import { exportKeys, importKeys } from "../../../../db/keys/transfer.ts";
import { parseKeyExport } from "../../../../db/keys/transfer-format.ts";
import { readUsage } from "../../../../db/keys/usage.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { admitOne, grantOf } from "../../../fixtures/keys.ts";
import { rejectionOf } from "../../../rejection.ts";
import { forEachStore } from "../../../servers/stores.ts";

const EARLIER = new Date("2026-11-02T08:00:00Z");
const NOW = new Date("2026-11-03T08:00:00Z");

forEachStore((_, open) => {
  let from: RelationalStore;
  let to: RelationalStore;
  let used: { key: string; visibleStart: string };
  let revoked: { key: string; visibleStart: string };

  beforeAll(async () => {
    [from, to] = await Promise.all([open(), open()]);
    used = await createKey(from.database, { name: "Cabinet", plan: "gratuit" }, EARLIER);
    const terms = { expiresAt: new Date("2027-01-01T00:00:00Z"), monthlyQuota: 5000, minuteLimit: 20 };
    revoked = await createKey(from.database, { name: "Ancien", plan: "pro", ...terms }, NOW);
    await revokeKey(from.database, revoked.visibleStart, NOW);
    await charge(from, 3);
  });

  afterAll(() => Promise.all([from.close(), to.close()]));

  test("an empty store exports no key", async () => {
    expect((await exportKeys(to.database)).keys).toEqual([]);
  });

  test("an export reads back as itself, and holds no key", async () => {
    const document = await exportKeys(from.database);
    expect(parseKeyExport(JSON.stringify(document))).toEqual(document);
    expect(JSON.stringify(document)).not.toContain(used.key.slice(12));
    expect(document.keys[0]?.usage_days).toEqual([{ day: "2026-11-03", used: 3 }]);
  });

  test("keys work in the other store as they did in the first, with what they used", async () => {
    const summary = await importKeys(to.database, await exportKeys(from.database));
    expect(summary).toEqual({ added: 2, known: 0 });
    const unused = (await listKeys(from.database)).map((key) => ({ ...key, lastUsedAt: null }));
    expect(await listKeys(to.database)).toEqual(unused);
    expect(await grantOf(to.database, used.key)).toMatchObject({ plan: "gratuit" });
    expect(await grantOf(to.database, revoked.key)).toBeNull();
    expect(await readUsage(to.database, used.visibleStart, NOW)).toMatchObject({
      utilise: 3,
      par_jour: [{ date: "2026-11-03", utilise: 3 }],
    });
  });

  test("importing again changes nothing", async () => {
    const before = await exportKeys(to.database);
    expect(await importKeys(to.database, await exportKeys(from.database))).toEqual({ added: 0, known: 2 });
    expect((await exportKeys(to.database)).keys).toEqual(before.keys);
  });

  test("a known key keeps the greater usage, whichever side has it", async () => {
    await charge(to, 2);
    await importKeys(to.database, await exportKeys(from.database));
    expect((await readUsage(to.database, used.visibleStart, NOW))?.utilise).toBe(5);
    await importKeys(from.database, await exportKeys(to.database));
    expect((await readUsage(from.database, used.visibleStart, NOW))?.utilise).toBe(5);
  });

  test("a revocation is never undone by an older export", async () => {
    const older = await exportKeys(from.database);
    await revokeKey(from.database, used.visibleStart, NOW);
    await importKeys(from.database, older);
    expect(await grantOf(from.database, used.key)).toBeNull();
    await importKeys(to.database, await exportKeys(from.database));
    expect(await grantOf(to.database, used.key)).toBeNull();
  });

  test("a plan that the store has not refuses the whole import", async () => {
    const document = await exportKeys(from.database);
    const [known, ...rest] = document.keys;
    const foreign = {
      ...document,
      keys: rest.concat(known === undefined ? [] : { ...known, plan: "platine" }),
    };
    const before = await listKeys(to.database);
    expect(await rejectionOf(importKeys(to.database, foreign))).toBeInstanceOf(UnknownPlan);
    expect(await listKeys(to.database)).toEqual(before);
  });

  async function charge(store: RelationalStore, times: number): Promise<void> {
    const grant = await grantOf(store.database, used.key);
    const allowance = { keyId: grant?.id ?? 0, minuteLimit: 60, monthlyQuota: 1000 };
    for (let time = 0; time < times; time += 1) await admitOne(store.database, allowance, true, NOW);
  }
});

describe("a file that is no export is refused, and the place named", () => {
  const key = {
    name: "Cabinet",
    plan: "pro",
    visible_start: "boi_abcdefgh",
    hash: "0".repeat(64),
    created_at: "2026-11-03T08:00:00Z",
    revoked_at: null,
    expires_at: "2027-01-01T00:00:00Z",
    monthly_quota: 5000,
    minute_limit: null,
    account: null,
    usage_months: [{ month: "2026-11-01", used: 3 }],
    usage_days: [],
  };
  const document = { format: 1, exported_at: "2026-11-03T08:00:00Z", keys: [key] };

  test("the example itself is accepted", () => {
    expect(read(document)).toEqual(read({ ...document, source: "…" }));
  });

  test("an export from before keys had terms of their own, and accounts, has none", () => {
    const { expires_at: _, monthly_quota: __, minute_limit: ___, account: ____, ...former } = key;
    expect(read({ ...document, keys: [former] }).keys).toEqual([
      { ...key, expires_at: null, monthly_quota: null, minute_limit: null },
    ]);
  });

  test.each<[string, unknown]>([
    ["document", []],
    ["document", null],
    ["format", { ...document, format: 2 }],
    ["exported_at", { ...document, exported_at: "hier" }],
    ["keys", { ...document, keys: {} }],
    ["keys[0]", { ...document, keys: ["boi_"] }],
    ["keys[0].name", withKey({ name: " " })],
    ["keys[0].plan", withKey({ plan: 3 })],
    ["keys[0].hash", withKey({ hash: "00" })],
    ["keys[0].created_at", withKey({ created_at: "2026-02-30T08:00:00Z" })],
    ["keys[0].revoked_at", withKey({ revoked_at: undefined })],
    ["keys[0].expires_at", withKey({ expires_at: "demain" })],
    ["keys[0].monthly_quota", withKey({ monthly_quota: -1 })],
    ["keys[0].minute_limit", withKey({ minute_limit: "60" })],
    ["keys[0].usage_months[0].month", withKey({ usage_months: [{ month: "2026-13-01", used: 3 }] })],
    ["keys[0].usage_days[0].used", withKey({ usage_days: [{ day: "2026-11-03", used: -1 }] })],
    ["keys[0].usage_days[0].used", withKey({ usage_days: [{ day: "2026-11-03", used: 2 ** 31 }] })],
    ["keys[0].name", withKey({ name: "a\0b" })],
    ["keys[0].visible_start", withKey({ visible_start: "boi_\ud800" })],
    ["keys[0].visible_start", withKey({ visible_start: "boi_\u001b[2J" })],
    ["keys[0].created_at", withKey({ created_at: "0000-01-01T08:00:00Z" })],
    ["keys[0].expires_at", withKey({ expires_at: "2027-01-01T99:00:00Z" })],
    [
      "keys[0].usage_months[1].month",
      withKey({ usage_months: ["2026-11-01", "2026-11-01"].map((month) => ({ month, used: 3 })) }),
    ],
    [
      "keys[0].usage_days[1].day",
      withKey({ usage_days: ["2026-11-03", "2026-11-03"].map((day) => ({ day, used: 3 })) }),
    ],
    ["keys[1].hash", { ...document, keys: [key, key] }],
    ["keys[0].account", withKey({ account: "1".repeat(64) })],
    ["keys[1].visible_start", { ...document, keys: [key, { ...key, hash: "1".repeat(64) }] }],
  ])("%s", (place, value) => {
    expect(() => read(value)).toThrow(`dans ${place}, `);
  });

  test("what is no JSON", () => {
    expect(() => parseKeyExport("{")).toThrow("dans fichier, il faut du JSON");
  });

  function read(value: unknown) {
    return parseKeyExport(JSON.stringify(value));
  }

  function withKey(change: object) {
    return { ...document, keys: [{ ...key, ...change }] };
  }
});
