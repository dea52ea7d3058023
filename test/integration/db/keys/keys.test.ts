import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  changeKey,
  createKey,
  hasAnyKey,
  InvalidKeyName,
  listKeys,
  revokeKey,
  UnknownPlan,
} from "../../../../db/keys/keys.ts";
import { findStoredKey, hashKey, isWellFormedKey, opens } from "../../../../db/keys/stored-key.ts";
import type { Database } from "../../../../db/postgres/database.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { apiKeys } from "../../../../db/schema/keys.ts";
import { admitOne, grantOf } from "../../../fixtures/keys.ts";
import { rejectionOf } from "../../../rejection.ts";
import { forEachStore } from "../../../servers/stores.ts";

forEachStore((_, open) => {
  let store: RelationalStore;
  let database: Database;

  beforeAll(async () => {
    store = await open();
    database = store.database;
  });

  afterAll(() => store.close());

  test("an empty store has no key", async () => {
    expect(await hasAnyKey(database)).toBe(false);
    expect(await listKeys(database)).toEqual([]);
  });

  describe("creating", () => {
    test.each([
      ["gratuit", 1000, 60, false],
      ["pro", 30_000, 300, true],
      ["interne", null, 6000, true],
    ])("a key of plan %s may do what the plan says", async (plan, monthlyQuota, minuteLimit, semantic) => {
      const created = await createKey(database, { name: "Cabinet", plan });
      expect(isWellFormedKey(created.key)).toBe(true);
      expect(created).toEqual({ key: created.key, visibleStart: created.key.slice(0, 12), plan });
      const grant = await grantOf(database, created.key);
      expect(grant).toEqual({
        id: grant?.id ?? 0,
        accountId: grant?.id ?? 0,
        visibleStart: created.visibleStart,
        name: "Cabinet",
        plan,
        monthlyQuota,
        minuteLimit,
        semantic,
        expiresAt: null,
      });
    });

    test("the store keeps the hash and the first characters, never the key", async () => {
      const { key } = await createKey(database, { name: "Secret", plan: "pro" });
      const rows = await database.select().from(apiKeys);
      const kept = JSON.stringify(
        rows.map((row) => ({ ...row, hash: Buffer.from(row.hash).toString("hex") })),
      );
      expect(kept).toContain(key.slice(0, 12));
      expect(kept).toContain(Buffer.from(hashKey(key)).toString("hex"));
      expect(kept).not.toContain(key.slice(12, 36));
    });

    test("an unknown plan is refused with the list of those that exist", async () => {
      const refusal = await rejectionOf(createKey(database, { name: "Cabinet", plan: "platine" }));
      expect(refusal).toBeInstanceOf(UnknownPlan);
      expect(String(refusal)).toContain("gratuit, interne, pro");
    });

    test.each(["", "  \n", "x".repeat(101)])("the name %j is refused", async (name) => {
      expect(await rejectionOf(createKey(database, { name, plan: "pro" }))).toBeInstanceOf(InvalidKeyName);
    });

    test("a name is trimmed, and its length counts characters as people do", async () => {
      const name = "🗝".repeat(100);
      const { visibleStart } = await createKey(database, { name: `  ${name} `, plan: "pro" });
      expect((await listKeys(database)).find((key) => key.visibleStart === visibleStart)?.name).toBe(name);
    });
  });

  describe("revoking", () => {
    const revokedAt = new Date("2026-03-01T10:00:00.000Z");

    test("a revoked key may do nothing more, and stays in the list with its date", async () => {
      const { key, visibleStart } = await createKey(database, { name: "Départ", plan: "pro" });
      expect(await revokeKey(database, visibleStart, revokedAt)).toMatchObject({ name: "Départ", revokedAt });
      expect(await grantOf(database, key)).toBeNull();
      expect(await listKeys(database)).toContainEqual(expect.objectContaining({ visibleStart, revokedAt }));
    });

    test("revoking again keeps the first date", async () => {
      const { visibleStart } = await createKey(database, { name: "Départ", plan: "pro" });
      await revokeKey(database, visibleStart, revokedAt);
      expect((await revokeKey(database, visibleStart))?.revokedAt).toEqual(revokedAt);
    });

    test("the clock of the database is used by default", async () => {
      const { visibleStart } = await createKey(database, { name: "Départ", plan: "pro" });
      const revoked = await revokeKey(database, visibleStart);
      expect(Math.abs(Date.now() - (revoked?.revokedAt?.getTime() ?? 0))).toBeLessThan(60_000);
    });

    test("one key's revocation leaves the others", async () => {
      const kept = await createKey(database, { name: "Reste", plan: "pro" });
      const left = await createKey(database, { name: "Départ", plan: "pro" });
      await revokeKey(database, left.visibleStart);
      expect(await grantOf(database, kept.key)).not.toBeNull();
    });

    test("an unknown start is no key", async () => {
      expect(await revokeKey(database, "boi_inconnue")).toBeNull();
    });
  });

  test("a key that differs from a stored one after its visible start is refused", async () => {
    const { key, visibleStart } = await createKey(database, { name: "Cabinet", plan: "pro" });
    const other = await createKey(database, { name: "Cabinet", plan: "pro" });
    const stored = await findStoredKey(database, visibleStart);
    if (stored === null) throw new Error("the key that was just created is unknown");
    expect([opens(stored, key, new Date()), opens(stored, other.key, new Date())]).toEqual([true, false]);
  });

  test("a key is refused from the instant of its term on", async () => {
    const expiresAt = new Date("2027-01-01T00:00:00.000Z");
    const { key } = await createKey(database, { name: "Essai", plan: "pro", expiresAt });
    expect(await grantOf(database, key, new Date("2026-12-31T23:59:59.999Z"))).toMatchObject({ expiresAt });
    expect(await grantOf(database, key, expiresAt)).toBeNull();
  });

  test("a key's own quota and minute limit replace its plan's, and leave with null", async () => {
    const terms = { monthlyQuota: 500, minuteLimit: 10 };
    const { key, visibleStart } = await createKey(database, { name: "Cabinet", plan: "gratuit", ...terms });
    expect(await grantOf(database, key)).toMatchObject(terms);
    const changed = await changeKey(database, visibleStart, { plan: "pro", minuteLimit: null });
    expect(changed).toMatchObject({ plan: "pro", monthlyQuota: 500, minuteLimit: null });
    expect(await grantOf(database, key)).toMatchObject({ plan: "pro", monthlyQuota: 500, minuteLimit: 300 });
  });

  test("a key is not moved to a plan that does not exist, nor is an unknown one", async () => {
    const { visibleStart } = await createKey(database, { name: "Cabinet", plan: "pro" });
    const refusal = await rejectionOf(changeKey(database, visibleStart, { plan: "platine" }));
    expect(refusal).toBeInstanceOf(UnknownPlan);
    expect(await changeKey(database, "boi_inconnue", { plan: "pro" })).toBeNull();
  });

  test("the last use is the clock minute of the last request that was counted", async () => {
    const { key, visibleStart } = await createKey(database, { name: "Cabinet", plan: "pro" });
    const grant = await grantOf(database, key);
    const allowance = { keyId: grant?.id ?? 0, minuteLimit: 300, monthlyQuota: null };
    await admitOne(database, allowance, true, new Date("2026-11-03T08:01:42Z"));
    const listed = (await listKeys(database)).find((entry) => entry.visibleStart === visibleStart);
    expect(listed?.lastUsedAt).toEqual(new Date("2026-11-03T08:01:00Z"));
  });

  test("keys are listed oldest first", async () => {
    const now = new Date("2026-01-02T03:04:05.678Z");
    const { visibleStart } = await createKey(database, { name: "Dernière", plan: "gratuit" }, now);
    expect((await listKeys(database)).at(-1)).toEqual({
      visibleStart,
      account: visibleStart,
      name: "Dernière",
      plan: "gratuit",
      createdAt: now,
      revokedAt: null,
      expiresAt: null,
      monthlyQuota: null,
      minuteLimit: null,
      lastUsedAt: null,
    });
    expect(await hasAnyKey(database)).toBe(true);
  });
});
