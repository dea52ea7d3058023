import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../db/client.ts";
import {
  createKey,
  findKeyByHash,
  hasAnyKey,
  hashKey,
  InvalidKeyName,
  isWellFormedKey,
  listKeys,
  revokeKey,
  UnknownPlan,
} from "../../db/keys.ts";
import type { RelationalStore } from "../../db/relational.ts";
import { apiKeys } from "../../db/schema.ts";
import { rejectionOf } from "../rejection.ts";
import { forEachStore } from "../servers/stores.ts";

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
      const grant = await findKeyByHash(database, hashKey(created.key));
      expect(grant).toEqual({
        id: grant?.id ?? 0,
        visibleStart: created.visibleStart,
        plan,
        monthlyQuota,
        minuteLimit,
        semantic,
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
      expect(await findKeyByHash(database, hashKey(key))).toBeNull();
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
      expect(await findKeyByHash(database, hashKey(kept.key))).not.toBeNull();
    });

    test("an unknown start is no key", async () => {
      expect(await revokeKey(database, "boi_inconnue")).toBeNull();
    });
  });

  test("an unknown hash is no key", async () => {
    expect(await findKeyByHash(database, hashKey("boi_"))).toBeNull();
  });

  test("keys are listed oldest first", async () => {
    const now = new Date("2026-01-02T03:04:05.678Z");
    const { visibleStart } = await createKey(database, { name: "Dernière", plan: "gratuit" }, now);
    expect((await listKeys(database)).at(-1)).toEqual({
      visibleStart,
      name: "Dernière",
      plan: "gratuit",
      createdAt: now,
      revokedAt: null,
    });
    expect(await hasAnyKey(database)).toBe(true);
  });
});
