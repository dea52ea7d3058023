import { afterAll, beforeAll, expect, test } from "bun:test";
import { crc32 } from "node:zlib";
import { changeKey, createKey, revokeKey } from "../../../../db/keys/keys.ts";
import { generateKey } from "../../../../db/keys/stored-key.ts";
import type { Database } from "../../../../db/postgres/database.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { KeyRing } from "../../../../src/access/api-key.ts";
import { eventually } from "../../../eventually.ts";
import { rejectionOf } from "../../../rejection.ts";
import { forEachStore } from "../../../servers/stores.ts";

/** Instead of 30 s. */
const LIFETIME_MS = 150;
const NOW = new Date("2026-11-21T10:00:00Z");

forEachStore((_name, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  /** @param isFrozen time only passes through `pass`. */
  function openRing(lifetimeMs = 30_000, faults: Error[] = [], isFrozen = false) {
    const { database, reads } = counting(store.database, faults);
    let now = NOW;
    let passedMs = 0;
    const nowMs = () => (isFrozen ? passedMs : performance.now() + passedMs);
    const ring = new KeyRing(database, () => now, { lifetimeMs, nowMs });
    const pass = (ms: number) => {
      passedMs += ms;
    };
    const setNow = (instant: Date) => {
      now = instant;
    };
    return { ring, reads, setNow, pass };
  }

  const create = () => createKey(store.database, { name: "essai", plan: "pro" });

  test("a known key is read once, after the list of live starts, whoever asks for it together", async () => {
    const { key, visibleStart } = await create();
    const { ring, reads } = openRing();
    for (const grant of await Promise.all([1, 2, 3].map(() => ring.find(key))))
      expect(grant).toMatchObject({ visibleStart, plan: "pro" });
    await ring.find(key);
    expect(reads()).toBe(2);
  });

  test("an unknown key is looked up once, a malformed one never", async () => {
    const { ring, reads } = openRing();
    const unknown = generateKey();
    const last = unknown.endsWith("0") ? "1" : "0";
    for (const malformed of ["", "boi_", `${unknown.slice(0, -1)}${last}`, `${unknown}0`])
      expect(await ring.find(malformed)).toBeNull();
    expect(reads()).toBe(0);
    expect([await ring.find(unknown), await ring.find(unknown)]).toEqual([null, null]);
    expect(reads()).toBe(2);
  });

  test("a wrong key that begins like a live one is looked up no more than that one", async () => {
    const { visibleStart } = await create();
    const { ring, reads } = openRing();
    for (let count = 0; count < 30; count++) expect(await ring.find(keyAfter(visibleStart))).toBeNull();
    expect(reads()).toBe(2);
  });

  test("twenty unknown keys a second are looked up; the next ones can't be judged, known keys can", async () => {
    const { key } = await create();
    const { ring, reads, pass } = openRing(30_000, [], true);
    for (let count = 0; count < 20; count++) expect(await ring.find(generateKey())).toBeNull();
    expect(await rejectionOf(ring.find(generateKey()))).toMatchObject({ code: "too_many_unknown_keys" });
    expect(reads()).toBe(21);
    expect(await ring.find(key)).not.toBeNull();
    pass(1000);
    expect(await ring.find(generateKey())).toBeNull();
  });

  test("a key created elsewhere is accepted before the list is refreshed", async () => {
    const { ring } = openRing();
    await ring.find(generateKey());
    expect(await ring.find((await create()).key)).not.toBeNull();
  });

  test("once one of them was asked for, the keys created elsewhere with it cost no look-up of the budget", async () => {
    const { ring } = openRing();
    await ring.find(generateKey());
    const created = await Promise.all(Array.from({ length: 30 }, create));
    const [first] = created;
    expect(await ring.find(first?.key ?? "")).not.toBeNull();
    await ring.refresh();
    for (const { key } of created) expect(await ring.find(key)).not.toBeNull();
  });

  test("that there is no such key is not remembered beyond the next refresh", async () => {
    const { ring, pass } = openRing();
    const { key, visibleStart } = await create();
    await store.database
      .$client`update api_keys set visible_start = 'boi_ailleurs' where visible_start = ${visibleStart}`;
    expect(await ring.find(key)).toBeNull();
    await store.database
      .$client`update api_keys set visible_start = ${visibleStart} where visible_start = 'boi_ailleurs'`;
    expect(await ring.find(key)).toBeNull();
    pass(30_000);
    await eventually(async () => expect(await ring.find(key)).not.toBeNull());
  });

  test("a failed refresh keeps the last list", async () => {
    const faults: Error[] = [];
    const { ring, reads, pass } = openRing(30_000, faults);
    const { visibleStart } = await create();
    await ring.find(keyAfter(visibleStart));
    pass(30_000);
    faults.push(new Error("away"));
    for (let count = 0; count < 30; count++) expect(await ring.find(keyAfter(visibleStart))).toBeNull();
    // The list, the key; then the failed refresh, and the key again.
    expect(reads()).toBe(4);
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
    expect(reads()).toBe(2);
  });

  test("a store that fails is no refusal, and is asked again", async () => {
    const { key } = await create();
    const { database } = counting(store.database, [new Error("away")]);
    const ring = new KeyRing(database, () => NOW);
    expect(String(await rejectionOf(ring.find(key)))).toContain("away");
    expect(await ring.find(key)).not.toBeNull();
  });
});

/** The same store with its reads counted; the first ones fail. */
function counting(database: Database, faults: Error[] = []) {
  let reads = 0;
  const counted = new Proxy(database, {
    get(target, property) {
      if (property !== "$client") return Reflect.get(target, property);
      reads += 1;
      const fault = faults.shift();
      if (fault !== undefined) throw fault;
      return target.$client;
    },
  });
  return { database: counted, reads: () => reads };
}

/** Another well-formed key that starts like this one: the last six characters are the CRC-32 of the others. */
function keyAfter(visibleStart: string): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const body = visibleStart + generateKey().slice(visibleStart.length, -6);
  return (
    body + [5, 4, 3, 2, 1, 0].map((power) => digits[Math.floor(crc32(body) / 62 ** power) % 62]).join("")
  );
}
