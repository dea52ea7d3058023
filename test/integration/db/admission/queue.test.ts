import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Allowance, RequestAborted } from "../../../../db/admission/port.ts";
import { AdmissionQueue } from "../../../../db/admission/queue.ts";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { createKey } from "../../../../db/keys/keys.ts";
import { readUsage } from "../../../../db/keys/usage.ts";
import { StoreCircuit } from "../../../../db/postgres/circuit.ts";
import { type Database, pingStore } from "../../../../db/postgres/database.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { eventually } from "../../../eventually.ts";
import { grantOf } from "../../../fixtures/keys.ts";
import { rejectionOf } from "../../../rejection.ts";
import { forEachStore } from "../../../servers/stores.ts";

forEachStore((_name, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  const impatient = (timeLimitMs: number) =>
    new StoreCircuit(() => pingStore(store.database), { timeLimitMs });

  async function createAllowance(minuteLimit: number, monthlyQuota: number | null) {
    const { key, visibleStart } = await createKey(store.database, { name: "essai", plan: "pro" });
    const grant = await grantOf(store.database, key);
    const allowance: Allowance = { keyId: grant?.id ?? 0, minuteLimit, monthlyQuota };
    return { allowance, used: async () => (await readUsage(store.database, visibleStart))?.utilise };
  }

  test("requests that come together share one statement, each with the counters as they were after it", async () => {
    const { database, statements } = counting(store.database);
    const queue = new AdmissionQueue(database);
    const keys = await Promise.all([1, 2, 3].map(() => createAllowance(100, 50)));
    const admissions = await Promise.all(
      keys.flatMap(({ allowance }) => Array.from({ length: 20 }, () => queue.admit(allowance, true))),
    );
    expect(statements()).toBe(1);
    const remaining = admissions.map(({ minuteRemaining, monthRemaining }) => [
      minuteRemaining,
      monthRemaining,
    ]);
    const ofOneKey = Array.from({ length: 20 }, (_, rank) => [99 - rank, 49 - rank]);
    expect(remaining).toEqual([...ofOneKey, ...ofOneKey, ...ofOneKey]);
  });

  test("requests counted first and charged later, by two processes, keep to the minute and to the quota", async () => {
    const queues = [new AdmissionQueue(store.database), new AdmissionQueue(store.database)];
    const { allowance, used } = await createAllowance(20, 5);
    const admissions = await Promise.all(
      queues.flatMap((queue) =>
        Array.from({ length: 15 }, async (_, rank) => {
          const counted = await queue.admit(allowance, false);
          const isRefused = counted.outcome === "rate_limited" || rank % 3 === 0;
          return isRefused ? counted : await queue.charge(allowance, counted);
        }),
      ),
    );
    const outcomes = Object.groupBy(admissions, ({ outcome }) => outcome);
    expect(outcomes.rate_limited).toHaveLength(10);
    expect(admissions.filter(({ isCharged }) => isCharged)).toHaveLength(5);
    expect(await used()).toBe(5);
  });

  test("in one batch, the quota goes to those that the minute lets through, and to no more", async () => {
    const queue = new AdmissionQueue(store.database);
    const { allowance, used } = await createAllowance(10, 4);
    const asked = [false, ...Array.from({ length: 8 }, () => true), false, false, false];
    const admissions = await Promise.all(asked.map((isChargeable) => queue.admit(allowance, isChargeable)));
    expect(Object.groupBy(admissions, ({ outcome }) => outcome)).toMatchObject({
      accepted: { length: 6 },
      quota_exceeded: { length: 4 },
      rate_limited: { length: 2 },
    });
    expect(admissions.filter(({ isCharged }) => isCharged)).toHaveLength(4);
    expect(await used()).toBe(4);
  });

  test("requests whose client leaves before their batch does are not admitted, the others are", async () => {
    const { database, statements } = counting(store.database);
    const queue = new AdmissionQueue(database);
    const { allowance, used } = await createAllowance(10, 10);
    const leaving = new AbortController();
    const first = queue.admit(allowance, true);
    const gone = rejectionOf(queue.admit(allowance, true, leaving.signal));
    const staying = queue.admit(allowance, true, new AbortController().signal);
    leaving.abort();
    expect(await gone).toBeInstanceOf(RequestAborted);
    expect([(await first).minuteRemaining, (await staying).minuteRemaining]).toEqual([9, 8]);
    expect([await used(), statements()]).toEqual([2, 1]);
    expect(await rejectionOf(queue.admit(allowance, true, leaving.signal))).toBeInstanceOf(RequestAborted);
    expect(statements()).toBe(1);
  });

  test("what was counted is charged apart, a unit at a time and never beyond the quota", async () => {
    const queues = [new AdmissionQueue(store.database), new AdmissionQueue(store.database)];
    const { allowance, used } = await createAllowance(100, 7);
    const charges = Array.from({ length: 20 }, async (_, rank) => {
      const queue = queues[rank % 2] ?? new AdmissionQueue(store.database);
      return await queue.charge(allowance, await queue.admit(allowance, false));
    });
    const charged = await Promise.all(charges);
    expect(Object.groupBy(charged, ({ outcome }) => outcome)).toMatchObject({
      accepted: { length: 7 },
      quota_exceeded: { length: 13 },
    });
    expect(
      charged
        .filter(({ isCharged }) => isCharged)
        .map(({ monthRemaining }) => monthRemaining)
        .sort(),
    ).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await used()).toBe(7);
  });

  test("without a quota, what is charged is counted in the month all the same", async () => {
    const queue = new AdmissionQueue(store.database);
    const { allowance, used } = await createAllowance(100, null);
    const charged = await queue.charge(allowance, await queue.admit(allowance, false));
    expect(charged).toMatchObject({
      outcome: "accepted",
      isCharged: true,
      monthUsed: 1,
      monthRemaining: null,
    });
    expect(await used()).toBe(1);
  });

  test("two processes never take the same unit, and leave none", async () => {
    const queues = [new AdmissionQueue(store.database), new AdmissionQueue(store.database)];
    const keys = await Promise.all([1, 2, 3, 4].map(() => createAllowance(10_000, 70)));
    const admissions = await Promise.all(
      Array.from({ length: 100 }).flatMap(() =>
        queues.flatMap((queue) => keys.map(({ allowance }) => queue.admit(allowance, true))),
      ),
    );
    expect(admissions.filter(({ isCharged }) => isCharged)).toHaveLength(4 * 70);
    expect(await Promise.all(keys.map(({ used }) => used()))).toEqual([70, 70, 70, 70]);
  });

  test("units given back together are all there again", async () => {
    const queue = new AdmissionQueue(store.database);
    const { allowance, used } = await createAllowance(1000, 10);
    const admit = () => Promise.all(Array.from({ length: 12 }, () => queue.admit(allowance, true)));
    const charged = (await admit()).filter(({ isCharged }) => isCharged);
    expect(charged).toHaveLength(10);
    await Promise.all(charged.slice(0, 6).map(({ at }) => queue.refund({ keyId: allowance.keyId, at })));
    expect(await used()).toBe(4);
    expect((await admit()).filter(({ isCharged }) => isCharged)).toHaveLength(6);
  });

  test("a deadlock is tried again", async () => {
    const { allowance, used } = await createAllowance(10, 10);
    const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });
    const { database, statements } = counting(store.database, [deadlock]);
    expect(await new AdmissionQueue(database).admit(allowance, true)).toMatchObject({ outcome: "accepted" });
    expect([statements(), await used()]).toEqual([2, 1]);
  });

  test("a store that fails lets nobody in, and those that come later are judged", async () => {
    const { allowance, used } = await createAllowance(10, 10);
    const { database } = counting(store.database, [new Error("disk full")]);
    const queue = new AdmissionQueue(database);
    const failed = [1, 2, 3].map(() => rejectionOf(queue.admit(allowance, true)));
    for (const reason of await Promise.all(failed)) expect(reason).toBeInstanceOf(EngineUnavailable);
    expect(await queue.admit(allowance, true)).toMatchObject({ outcome: "accepted", isCharged: true });
    expect(await used()).toBe(1);
  });

  test("a store that keeps silent is not waited for", async () => {
    const { allowance } = await createAllowance(10, 10);
    const { database } = counting(store.database, ["silence"]);
    const queue = new AdmissionQueue(database, impatient(50));
    expect(await rejectionOf(queue.admit(allowance, true))).toBeInstanceOf(EngineUnavailable);
  });

  test("what is decided after its callers were refused is given back, and the whole quota is given", async () => {
    const { allowance, used } = await createAllowance(100, 5);
    const { database } = counting(store.database, ["late"]);
    const queue = new AdmissionQueue(database, impatient(LATE_MS / 4));
    const refused = Array.from({ length: 3 }, () => rejectionOf(queue.admit(allowance, true)));
    for (const reason of await Promise.all(refused)) expect(reason).toBeInstanceOf(EngineUnavailable);
    await eventually(async () => expect(await used()).toBe(0));
    const patient = new AdmissionQueue(store.database);
    const admitted = await Promise.all(Array.from({ length: 8 }, () => patient.admit(allowance, true)));
    expect(admitted.filter(({ isCharged }) => isCharged)).toHaveLength(5);
    expect(await used()).toBe(5);
  });

  test("a unit charged after its caller was refused is given back too when it was charged by itself", async () => {
    const { allowance, used } = await createAllowance(100, 5);
    const counted = await new AdmissionQueue(store.database).admit(allowance, false);
    const { database } = counting(store.database, ["late"]);
    const queue = new AdmissionQueue(database, impatient(LATE_MS / 4));
    expect(await rejectionOf(queue.charge(allowance, counted))).toBeInstanceOf(EngineUnavailable);
    expect(await used()).toBe(1);
    await eventually(async () => expect(await used()).toBe(0));
  });
});

/** How late the answer to an executed statement may arrive. */
const LATE_MS = 400;

/** The same store with its statements counted; the first ones fail, are never answered, or are answered late. */
function counting(database: Database, faults: (Error | "silence" | "late")[] = []) {
  let statements = 0;
  const $client = new Proxy(database.$client, {
    apply(target, self, parameters) {
      statements += 1;
      const fault = faults.shift();
      if (fault === "silence") return new Promise(() => {});
      if (fault === "late")
        return Promise.resolve(Reflect.apply(target, self, parameters)).finally(() => Bun.sleep(LATE_MS));
      return fault === undefined ? Reflect.apply(target, self, parameters) : Promise.reject(fault);
    },
  });
  const counted = new Proxy(database, {
    get: (target, property) => (property === "$client" ? $client : Reflect.get(target, property)),
  });
  return { database: counted, statements: () => statements };
}
