import { afterAll, beforeAll, expect, test } from "bun:test";
import { AdmissionMemory } from "../../../../db/admission/memory.ts";
import { AdmissionQueue } from "../../../../db/admission/queue.ts";
import { createKey } from "../../../../db/keys/keys.ts";
import { readUsage } from "../../../../db/keys/usage.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { grantOf } from "../../../fixtures/keys.ts";
import { rejectionOf } from "../../../rejection.ts";
import { forEachStore } from "../../../servers/stores.ts";

forEachStore((_name, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  /** A key that was charged one unit, as a memory knows it, and what the store counts. */
  async function chargedOnce(memory: AdmissionMemory, monthlyQuota: number | null) {
    const { key, visibleStart } = await createKey(store.database, { name: "essai", plan: "pro" });
    const keyId = (await grantOf(store.database, key))?.id ?? 0;
    const allowance = { keyId, minuteLimit: 100, monthlyQuota };
    const queue = new AdmissionQueue(store.database);
    memory.remember(keyId, await queue.admit(allowance, true));
    const give = (times: number) =>
      Array.from({ length: times }, () => memory.admit(allowance, performance.now(), true)?.outcome);
    const used = async () => (await readUsage(store.database, visibleStart))?.utilise;
    return { allowance, keyId, queue, give, used };
  }

  test("what many keys were given is counted once, in the month and in the minute", async () => {
    const memory = new AdmissionMemory();
    const keys = [];
    for (const quota of [1000, null, 20]) keys.push(await chargedOnce(memory, quota));
    for (const { give } of keys) give(10);
    memory.takeBack(keys[0]?.keyId ?? 0);
    await memory.settle(store.database);
    await memory.settle(store.database);
    expect(await Promise.all(keys.map(({ used }) => used()))).toEqual([10, 11, 11]);
    for (const { queue, allowance } of keys)
      expect(await queue.admit(allowance, false)).toMatchObject({ minuteRemaining: 100 - 1 - 10 - 1 });
  });

  test("what another process charged meanwhile is not forgotten: a quota is never counted beyond its end", async () => {
    const memory = new AdmissionMemory();
    const { give, queue, allowance, used } = await chargedOnce(memory, 10);
    expect(give(6)).toEqual(Array.from({ length: 6 }, () => "accepted"));
    await Promise.all(Array.from({ length: 7 }, () => queue.admit(allowance, true)));
    await memory.settle(store.database);
    expect(await used()).toBe(10);
    expect(await queue.admit(allowance, true)).toMatchObject({ outcome: "quota_exceeded" });
  });

  test("what may have been counted is not counted again", async () => {
    const memory = new AdmissionMemory();
    const { give, used } = await chargedOnce(memory, 1000);
    give(5);
    const $client = new Proxy(store.database.$client, {
      apply: async (target, self, statement) => {
        await Reflect.apply(target, self, statement);
        throw new Error("the answer was lost");
      },
    });
    const losing = new Proxy(store.database, {
      get: (target, property) => (property === "$client" ? $client : Reflect.get(target, property)),
    });
    await rejectionOf(memory.settle(losing));
    await memory.settle(store.database);
    expect(await used()).toBe(6);
  });
});
