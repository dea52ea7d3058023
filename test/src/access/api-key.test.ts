import { afterAll, beforeAll, expect, test } from "bun:test";
import { generateKey } from "../../../db/keys/format.ts";
import { changeKey, createKey, revokeKey } from "../../../db/keys/keys.ts";
import type { Database } from "../../../db/postgres/client.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { KeyRing } from "../../../src/access/api-key.ts";
import { rejectionOf } from "../../rejection.ts";
import { forEachStore } from "../../servers/stores.ts";

/** In place of 30 s. */
const LIFETIME_MS = 150;
const NOW = new Date("2026-11-21T10:00:00Z");

forEachStore((_name, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  function openRing(lifetimeMs = 30_000) {
    const { database, reads } = counting(store.database);
    let now = NOW;
    const ring = new KeyRing(
      database,
      () => now,
      () => {},
      lifetimeMs,
    );
    const setNow = (instant: Date) => {
      now = instant;
    };
    return { ring, reads, setNow };
  }

  const create = () => createKey(store.database, { name: "essai", plan: "pro" });

  test("a known key is read once, whoever asks for it together", async () => {
    const { key, visibleStart } = await create();
    const { ring, reads } = openRing();
    for (const grant of await Promise.all([1, 2, 3].map(() => ring.find(key))))
      expect(grant).toMatchObject({ visibleStart, plan: "pro" });
    await ring.find(key);
    expect(reads()).toBe(1);
  });

  test("an unknown key is read once, a malformed one never", async () => {
    const { ring, reads } = openRing();
    const unknown = generateKey();
    expect([await ring.find(unknown), await ring.find(unknown)]).toEqual([null, null]);
    expect(reads()).toBe(1);
    const last = unknown.endsWith("0") ? "1" : "0";
    for (const malformed of ["", "boi_", `${unknown.slice(0, -1)}${last}`, `${unknown}0`])
      expect(await ring.find(malformed)).toBeNull();
    expect(reads()).toBe(1);
  });

  test("a key known to one process is refused everywhere once it is revoked and their memory is old", async () => {
    const { key, visibleStart } = await create();
    const rings = [openRing(LIFETIME_MS).ring, openRing(LIFETIME_MS).ring];
    const accepted = async () =>
      (await Promise.all(rings.map((ring) => ring.find(key)))).filter((grant) => grant !== null).length;
    expect(await accepted()).toBe(2);
    await revokeKey(store.database, visibleStart);
    await Bun.sleep(LIFETIME_MS + 1);
    expect(await accepted()).toBe(0);
  });

  test("a key that is used without a pause is read again all the same", async () => {
    const { key, visibleStart } = await create();
    const { ring } = openRing(LIFETIME_MS);
    expect(await ring.find(key)).not.toBeNull();
    await revokeKey(store.database, visibleStart);
    const endsAt = performance.now() + LIFETIME_MS + 1;
    while (performance.now() < endsAt) {
      await ring.find(key);
      await Bun.sleep(5);
    }
    expect(await ring.find(key)).toBeNull();
  });

  test("a change of plan takes effect within the same time", async () => {
    const { key, visibleStart } = await create();
    const { ring } = openRing(LIFETIME_MS);
    expect(await ring.find(key)).toMatchObject({ semantic: true, minuteLimit: 300 });
    await changeKey(store.database, visibleStart, { plan: "gratuit" });
    await Bun.sleep(LIFETIME_MS + 1);
    expect(await ring.find(key)).toMatchObject({ semantic: false, minuteLimit: 60, monthlyQuota: 1000 });
  });

  test("a key's term is judged at each request", async () => {
    const expiresAt = new Date(NOW.getTime() + 1);
    const { key } = await createKey(store.database, { name: "essai", plan: "pro", expiresAt });
    const { ring, reads, setNow } = openRing();
    expect(await ring.find(key)).toMatchObject({ expiresAt });
    setNow(expiresAt);
    expect(await ring.find(key)).toBeNull();
    expect(reads()).toBe(1);
  });

  test("a store that fails is no refusal, and is asked again", async () => {
    const { key } = await create();
    const { database } = counting(store.database, [new Error("away")]);
    const ring = new KeyRing(database, () => NOW);
    expect(String(await rejectionOf(ring.find(key)))).toContain("away");
    expect(await ring.find(key)).not.toBeNull();
  });
});

/** The same store, its reads counted; the first ones fail. */
function counting(database: Database, faults: Error[] = []) {
  let reads = 0;
  const counted = new Proxy(database, {
    get(target, property) {
      if (property !== "select") return Reflect.get(target, property);
      reads += 1;
      const fault = faults.shift();
      if (fault !== undefined) throw fault;
      return target.select.bind(target);
    },
  });
  return { database: counted, reads: () => reads };
}
