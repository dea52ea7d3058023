import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { AdmissionQueue } from "../../../../db/admission/queue.ts";
import { changeKey, createKey, revokeKey } from "../../../../db/keys/keys.ts";
import { readUsage } from "../../../../db/keys/usage.ts";
import { openRelational, type RelationalStore } from "../../../../db/postgres/open.ts";
import { grantOf } from "../../../fixtures/keys.ts";
import { type OwnPostgres, serverAbsence, startOwnServer } from "../../../servers/postgres.ts";

setDefaultTimeout(60_000);

const ATTEMPTS = 10;

const title = serverAbsence === null ? "PostgreSQL" : `PostgreSQL (${serverAbsence})`;
describe.skipIf(serverAbsence !== null)(title, () => {
  let server: OwnPostgres;
  let store: RelationalStore;

  const openStore = () =>
    openRelational({ database: { kind: "server", url: server.url, answerLimitMs: 2_000 }, dataDir: "" });

  beforeAll(async () => {
    server = await startOwnServer();
    store = await openStore();
    // So that what nobody waits for stays unwritten long enough to be seen.
    await store.database.$client.unsafe("alter system set wal_writer_delay = '10s'");
    await store.database.$client`select pg_reload_conf()`;
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
  });

  async function createAllowance() {
    const { key, visibleStart } = await createKey(store.database, { name: "essai", plan: "pro" });
    const grant = await grantOf(store.database, key);
    return { allowance: { keyId: grant?.id ?? 0, minuteLimit: 1000, monthlyQuota: 1000 }, visibleStart, key };
  }

  /** In how many attempts the server had written its whole log when the work was done. */
  async function timesWritten(work: () => Promise<unknown>): Promise<number> {
    let written = 0;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      await work();
      const [log] = await store.database.$client<{ isWritten: boolean }[]>`
        select pg_current_wal_insert_lsn() <= pg_current_wal_flush_lsn() as "isWritten"`;
      if (log?.isWritten === true) written += 1;
    }
    return written;
  }

  test("what counts requests does not wait for the disk; what creates, changes or revokes keys does", async () => {
    const queue = new AdmissionQueue(store.database);
    const { allowance, visibleStart } = await createAllowance();
    const counted = await queue.admit(allowance, false);
    expect(await timesWritten(() => queue.admit(allowance, true))).toBeLessThan(ATTEMPTS);
    expect(await timesWritten(() => queue.charge(allowance, counted))).toBeLessThan(ATTEMPTS);
    const unit = { keyId: allowance.keyId, at: counted.at };
    expect(await timesWritten(() => queue.refund(unit))).toBeLessThan(ATTEMPTS);
    const acts = [
      () => createAllowance(),
      (attempt: number) => changeKey(store.database, visibleStart, { minuteLimit: attempt + 1 }),
      () => createAllowance().then((created) => revokeKey(store.database, created.visibleStart)),
    ];
    for (const act of acts) {
      let attempt = 0;
      // Another process of the server may write to the log in between.
      expect(await timesWritten(() => act(attempt++))).toBeGreaterThan(ATTEMPTS / 2);
    }
  });

  test("a crash of the server forgets counts at most: never more than was asked, and no key nor revocation", async () => {
    const queue = new AdmissionQueue(store.database);
    const { allowance, visibleStart, key } = await createAllowance();
    const revoked = await createAllowance();
    await Promise.all(Array.from({ length: 50 }, () => queue.admit(allowance, true)));
    await revokeKey(store.database, revoked.visibleStart);
    const last = await createAllowance();
    await queue.admit(allowance, true);
    await server.kill();
    await server.revive();
    await store.close();
    store = await openStore();
    const used = (await readUsage(store.database, visibleStart))?.utilise ?? 0;
    expect(used).toBeGreaterThanOrEqual(50);
    expect(used).toBeLessThanOrEqual(51);
    const kept = [key, revoked.key, last.key].map((each) => grantOf(store.database, each));
    expect((await Promise.all(kept)).map((grant) => grant !== null)).toEqual([true, false, true]);
    const quota = { ...allowance, monthlyQuota: used + 3 };
    const again = await Promise.all(
      Array.from({ length: 10 }, () => new AdmissionQueue(store.database).admit(quota, true)),
    );
    expect(again.filter(({ isCharged }) => isCharged)).toHaveLength(3);
  });
});
