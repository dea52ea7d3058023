import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  createAccountKey,
  LastKey,
  listAccountKeys,
  MAX_KEYS,
  renameAccountKey,
  replaceAccountKey,
  revokeAccountKey,
  TooManyKeys,
} from "../../../../db/keys/account-keys.ts";
import { changeKey, createKey, InvalidKeyName, listKeys, revokeKey } from "../../../../db/keys/keys.ts";
import { exportKeys, importKeys } from "../../../../db/keys/transfer.ts";
import { readUsage } from "../../../../db/keys/usage.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { admitOne, grantOf } from "../../../fixtures/keys.ts";
import { rejectionOf } from "../../../rejection.ts";
import { forEachStore } from "../../../servers/stores.ts";

const DAY_MS = 24 * 3_600_000;

forEachStore((_, open) => {
  let store: RelationalStore;
  let first: { key: string; visibleStart: string };
  let accountId: number;

  beforeAll(async () => {
    store = await open();
  });

  beforeEach(async () => {
    first = await createKey(store.database, { name: "Cabinet", plan: "pro", monthlyQuota: 2 });
    accountId = (await grantOf(store.database, first.key))?.accountId ?? 0;
  });

  afterAll(() => store.close());

  const starts = async () =>
    (await listAccountKeys(store.database, accountId)).map(({ visibleStart }) => visibleStart);
  const add = (name = "Recette") => createAccountKey(store.database, accountId, name);

  describe("a key that is created", () => {
    test("has the plan and the terms of its account, and is counted with it", async () => {
      const { key, plan } = await add();
      const grant = await grantOf(store.database, key);
      expect({ plan, grant }).toMatchObject({
        plan: "pro",
        grant: { accountId, plan: "pro", monthlyQuota: 2, minuteLimit: 300, name: "Recette" },
      });
      const allowance = { keyId: accountId, minuteLimit: 300, monthlyQuota: 2 };
      const outcomes = await Array.fromAsync([1, 2, 3], async () =>
        admitOne(store.database, allowance, true).then(({ outcome }) => outcome),
      );
      expect(outcomes).toEqual(["accepted", "accepted", "quota_exceeded"]);
      const usages = await Promise.all(
        (await starts()).map(async (start) => (await readUsage(store.database, start))?.utilise),
      );
      expect(usages).toEqual([2, 2]);
    });

    test("is the fifth at most, however many are created at once", async () => {
      const created = await Promise.allSettled(Array.from({ length: 8 }, () => add()));
      const refused = created.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
      expect(refused).toHaveLength(8 - (MAX_KEYS - 1));
      for (const reason of refused) expect(reason).toBeInstanceOf(TooManyKeys);
      expect(await starts()).toHaveLength(MAX_KEYS);
    });

    test.each(["", "  ", "x".repeat(101)])("has no name such as %j", async (name) => {
      expect(await rejectionOf(add(name))).toBeInstanceOf(InvalidKeyName);
    });
  });

  describe("a key that is revoked", () => {
    test("is refused; the others are not, even when it was the first", async () => {
      const { key } = await add();
      await revokeAccountKey(store.database, accountId, first.visibleStart);
      expect(await grantOf(store.database, first.key)).toBeNull();
      expect(await grantOf(store.database, key)).toMatchObject({ accountId });
    });

    test("is never the last one, even when all are revoked at once", async () => {
      await add();
      const ends = await Promise.allSettled(
        (await starts()).map((start) => revokeAccountKey(store.database, accountId, start)),
      );
      const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
      expect(refused).toHaveLength(1);
      expect(refused[0]).toBeInstanceOf(LastKey);
      expect(await starts()).toHaveLength(1);
    });

    test("is of this account", async () => {
      await add();
      const other = await createKey(store.database, { name: "Autre", plan: "pro" });
      expect(await revokeAccountKey(store.database, accountId, other.visibleStart)).toBeNull();
      expect(await grantOf(store.database, other.key)).not.toBeNull();
    });
  });

  describe("a key that is replaced", () => {
    test("is accepted for a day more, and its replacement has its name", async () => {
      const { key } = (await replaceAccountKey(store.database, accountId, first.visibleStart)) ?? { key: "" };
      expect(await grantOf(store.database, key)).toMatchObject({ accountId, name: "Cabinet" });
      const almostADay = new Date(Date.now() + DAY_MS - 60_000);
      const overADay = new Date(Date.now() + DAY_MS + 60_000);
      expect(await grantOf(store.database, first.key, almostADay)).not.toBeNull();
      expect(await grantOf(store.database, first.key, overADay)).toBeNull();
    });

    test("is replaced once, and can be revoked before its end", async () => {
      await replaceAccountKey(store.database, accountId, first.visibleStart);
      expect(await replaceAccountKey(store.database, accountId, first.visibleStart)).toBeNull();
      await revokeAccountKey(store.database, accountId, first.visibleStart);
      expect(await grantOf(store.database, first.key)).toBeNull();
    });

    test("leaves room for another, within five replaced ones", async () => {
      await Promise.all(Array.from({ length: MAX_KEYS - 1 }, () => add()));
      for (const start of await starts())
        expect(await replaceAccountKey(store.database, accountId, start)).not.toBeNull();
      const [latest = ""] = (await starts()).slice(-1);
      const refusal = await rejectionOf(replaceAccountKey(store.database, accountId, latest));
      expect(refusal).toBeInstanceOf(TooManyKeys);
    });
  });

  test("a key takes another name; one of another account does not", async () => {
    const other = await createKey(store.database, { name: "Autre", plan: "pro" });
    expect(await renameAccountKey(store.database, accountId, first.visibleStart, " Production ")).toBe(true);
    expect(await renameAccountKey(store.database, accountId, other.visibleStart, "Prise")).toBe(false);
    expect((await grantOf(store.database, first.key))?.name).toBe("Production");
  });

  test("what the operator changes or revokes is the account, by any of its keys", async () => {
    const added = await add();
    await changeKey(store.database, added.visibleStart, { plan: "gratuit", monthlyQuota: null });
    expect(await grantOf(store.database, first.key)).toMatchObject({ plan: "gratuit", monthlyQuota: 1000 });
    await revokeKey(store.database, added.visibleStart);
    expect(await grantOf(store.database, first.key)).toBeNull();
    const listed = (await listKeys(store.database)).filter(({ account }) => account === first.visibleStart);
    expect(listed.map(({ visibleStart }) => visibleStart)).toEqual([first.visibleStart, added.visibleStart]);
  });

  test("an account goes to another store whole", async () => {
    const added = await add();
    await admitOne(store.database, { keyId: accountId, minuteLimit: 300, monthlyQuota: 2 }, true);
    const other = await open();
    await importKeys(other.database, await exportKeys(store.database));
    const [of, main] = [await grantOf(other.database, added.key), await grantOf(other.database, first.key)];
    expect(of?.accountId).toBe(main?.id);
    expect((await readUsage(other.database, added.visibleStart))?.utilise).toBe(1);
    await other.close();
  });
});
