import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  createAccountKey,
  DeadKey,
  LastKey,
  listAccountKeys,
  MAX_KEYS,
  renameAccountKey,
  replaceAccountKey,
  revokeAccountKey,
  TooManyKeys,
} from "../../../../db/keys/account-keys.ts";
import { changeKey, createKey, InvalidKeyName, listKeys, revokeKey } from "../../../../db/keys/keys.ts";
import type { KeyGrant } from "../../../../db/keys/stored-key.ts";
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
  /** What the service caches of the first key: it asks for the changes. */
  let by: KeyGrant;

  beforeAll(async () => {
    store = await open();
  });

  beforeEach(async () => {
    first = await createKey(store.database, { name: "Cabinet", plan: "pro", monthlyQuota: 2 });
    by = await grantNow(first.key);
  });

  afterAll(() => store.close());

  const grantNow = async (key: string): Promise<KeyGrant> => {
    const grant = await grantOf(store.database, key);
    if (grant === null) throw new Error("the key is refused");
    return grant;
  };
  const starts = async () =>
    (await listAccountKeys(store.database, by.accountId)).map(({ visibleStart }) => visibleStart);
  const add = (name = "Recette", asker = by) => createAccountKey(store.database, asker, name);

  describe("a key that is created", () => {
    test("has the plan and the terms of its account, and is counted with it", async () => {
      const { key, plan } = await add();
      const grant = await grantOf(store.database, key);
      expect({ plan, grant }).toMatchObject({
        plan: "pro",
        grant: { accountId: by.accountId, plan: "pro", monthlyQuota: 2, minuteLimit: 300, name: "Recette" },
      });
      const allowance = { keyId: by.accountId, minuteLimit: 300, monthlyQuota: 2 };
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
      await revokeAccountKey(store.database, by, first.visibleStart);
      expect(await grantOf(store.database, first.key)).toBeNull();
      expect(await grantOf(store.database, key)).toMatchObject({ accountId: by.accountId });
    });

    test("is never the last one, even when all are revoked at once", async () => {
      const both = [by, await grantNow((await add()).key)];
      const ends = await Promise.allSettled(
        both.map((own) => revokeAccountKey(store.database, own, own.visibleStart)),
      );
      const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
      expect(refused).toHaveLength(1);
      expect(refused[0]).toBeInstanceOf(LastKey);
      expect(await starts()).toHaveLength(1);
    });

    test("is of this account", async () => {
      await add();
      const other = await createKey(store.database, { name: "Autre", plan: "pro" });
      expect(await revokeAccountKey(store.database, by, other.visibleStart)).toBeNull();
      expect(await grantOf(store.database, other.key)).not.toBeNull();
    });
  });

  describe("a key that is replaced", () => {
    test("is accepted for a day more, and its replacement has its name", async () => {
      const { key } = (await replaceAccountKey(store.database, by, first.visibleStart)) ?? { key: "" };
      expect(await grantOf(store.database, key)).toMatchObject({ accountId: by.accountId, name: "Cabinet" });
      const almostADay = new Date(Date.now() + DAY_MS - 60_000);
      const overADay = new Date(Date.now() + DAY_MS + 60_000);
      expect(await grantOf(store.database, first.key, almostADay)).not.toBeNull();
      expect(await grantOf(store.database, first.key, overADay)).toBeNull();
    });

    test("is replaced once, and can be revoked before its end", async () => {
      await replaceAccountKey(store.database, by, first.visibleStart);
      expect(await replaceAccountKey(store.database, by, first.visibleStart)).toBeNull();
      await revokeAccountKey(store.database, by, first.visibleStart);
      expect(await grantOf(store.database, first.key)).toBeNull();
    });

    test("leaves room for another, within five replaced ones", async () => {
      await Promise.all(Array.from({ length: MAX_KEYS - 1 }, () => add()));
      for (const start of await starts())
        expect(await replaceAccountKey(store.database, by, start)).not.toBeNull();
      const [latest = ""] = (await starts()).slice(-1);
      const refusal = await rejectionOf(replaceAccountKey(store.database, by, latest));
      expect(refusal).toBeInstanceOf(TooManyKeys);
    });
  });

  test("a key takes another name; one of another account does not", async () => {
    const other = await createKey(store.database, { name: "Autre", plan: "pro" });
    expect(await renameAccountKey(store.database, by, first.visibleStart, " Production ")).toBe(true);
    expect(await renameAccountKey(store.database, by, other.visibleStart, "Prise")).toBe(false);
    expect((await grantOf(store.database, first.key))?.name).toBe("Production");
  });

  describe("a key that is refused by now, whatever a process still caches of it", () => {
    /** What a cached key may ask for, with a key of its account that it names. */
    const asked: [string, (cached: KeyGrant, named: string) => Promise<unknown>][] = [
      ["creates no key", (cached) => add("Prise", cached)],
      ["replaces none", (cached, named) => replaceAccountKey(store.database, cached, named)],
      ["renames none", (cached, named) => renameAccountKey(store.database, cached, named, "Prise")],
      ["revokes none", (cached, named) => revokeAccountKey(store.database, cached, named)],
    ];

    test.each(asked)("%s: the operator has revoked its account", async (_, ask) => {
      const other = await add();
      await revokeKey(store.database, other.visibleStart);
      expect(await rejectionOf(ask(by, other.visibleStart))).toBeInstanceOf(DeadKey);
      expect(await starts()).toEqual([]);
    });

    test.each(asked)("%s: its account has revoked it", async (_, ask) => {
      const stolen = await grantNow((await add("Volée")).key);
      await add("Gardée");
      await revokeAccountKey(store.database, by, stolen.visibleStart);
      const before = await listAccountKeys(store.database, by.accountId);
      expect(await rejectionOf(ask(stolen, first.visibleStart))).toBeInstanceOf(DeadKey);
      expect(await listAccountKeys(store.database, by.accountId)).toEqual(before);
    });

    test.each(asked)("%s: its account has expired", async (_, ask) => {
      const other = await add();
      await changeKey(store.database, first.visibleStart, { expiresAt: new Date(Date.now() - 1000) });
      const before = await listAccountKeys(store.database, by.accountId);
      expect(await rejectionOf(ask(by, other.visibleStart))).toBeInstanceOf(DeadKey);
      expect(await listAccountKeys(store.database, by.accountId)).toEqual(before);
    });

    test("while a replaced key asks for its account until its end", async () => {
      await replaceAccountKey(store.database, by, first.visibleStart);
      await add();
      expect(await starts()).toHaveLength(3);
    });
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
    await admitOne(store.database, { keyId: by.accountId, minuteLimit: 300, monthlyQuota: 2 }, true);
    const other = await open();
    await importKeys(other.database, await exportKeys(store.database));
    const [of, main] = [await grantOf(other.database, added.key), await grantOf(other.database, first.key)];
    expect(of?.accountId).toBe(main?.id);
    expect((await readUsage(other.database, added.visibleStart))?.utilise).toBe(1);
    await other.close();
  });

  test("an import gives no live key to an account that is revoked here", async () => {
    const [other, before] = [await open(), await exportKeys(store.database)];
    const added = await add();
    await importKeys(other.database, before);
    await revokeKey(other.database, first.visibleStart);
    await importKeys(other.database, await exportKeys(store.database));
    expect(await grantOf(other.database, added.key)).toBeNull();
    await other.close();
  });
});
