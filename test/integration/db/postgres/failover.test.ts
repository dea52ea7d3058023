import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectServer, connectSession, disconnect, isStoreAway } from "../../../../db/postgres/client.ts";
import { rejectionOf } from "../../../rejection.ts";
import { type OwnPostgres, serverAbsence, startOwnServer } from "../../../servers/postgres.ts";

const TIMEOUT_MS = 90_000;
/** Contract, additions 3, « Several machines ». */
const MOST_MS = 30_000;

describe.skipIf(serverAbsence !== null)("an address of several servers", () => {
  let first: OwnPostgres;
  let second: OwnPostgres;
  /** In either order. */
  let urls: readonly string[];

  beforeAll(async () => {
    first = await startOwnServer();
    second = await first.replicate();
    const [one, other] = [new URL(first.url), new URL(second.url)];
    urls = [`${one.host},${other.host}`, `${other.host},${one.host}`].map(
      (hosts) => `postgres://postgres:${one.password}@${hosts}/postgres`,
    );
  }, TIMEOUT_MS);
  afterAll(async () => {
    await first.stop();
    await second.stop();
  }, TIMEOUT_MS);

  test.each([
    ["read-write", false],
    ["primary", false],
    ["standby", true],
    ["prefer-standby", true],
  ])("gives the one that is %s, whatever their order", async (target, isReplica) => {
    for (const url of urls) {
      const pool = connectServer({ url: `${url}?target_session_attrs=${target}` });
      const asked = Array.from({ length: 12 }, () => pool.$client`select pg_is_in_recovery() as is`);
      expect((await Promise.all(asked)).map(([row]) => row?.["is"])).toEqual(asked.map(() => isReplica));
      await disconnect(pool);
    }
  });

  test(
    "does not wait for one that hangs",
    async () => {
      await first.freeze();
      const pool = connectServer({ url: `${urls[0]}?target_session_attrs=standby` });
      const startedMs = performance.now();
      expect([...(await pool.$client`select pg_is_in_recovery() as is`)]).toEqual([{ is: true }]);
      const away = connectServer({ url: `${urls[0]}?target_session_attrs=primary` });
      expect(isStoreAway(await rejectionOf(away.$client`select 1`))).toBe(true);
      expect(performance.now() - startedMs).toBeLessThan(8_000);
      await first.thaw();
      expect([...(await away.$client`select 1 as one`)]).toEqual([{ one: 1 }]);
      for (const each of [pool, away]) await disconnect(each);
    },
    TIMEOUT_MS,
  );

  test(
    "finds again, under load, the one that may be written after a failover; nothing acknowledged is lost",
    async () => {
      const url = `${urls[0]}?target_session_attrs=read-write`;
      const pool = connectServer({ url });
      const lost = Promise.withResolvers<void>();
      const session = connectSession({ url }, () => lost.resolve());
      const { $client: sql } = pool;
      await sql`create table acknowledged (value integer primary key)`;
      await sql`alter system set synchronous_standby_names = '*'`;
      await sql`select pg_reload_conf()`;
      await session.$client`select pg_advisory_lock(1)`;
      const written: number[] = [];
      const faults: unknown[] = [];
      let [next, isOver] = [0, false];
      const write = async () => {
        for (let value = next++; !isOver; value = next++) {
          await sql`insert into acknowledged values (${value})`.then(
            () => written.push(value),
            (fault: unknown) => faults.push(fault),
          );
        }
      };
      const writers = Array.from({ length: 20 }, write);
      while (written.length < 200) await Bun.sleep(10);
      const killedMs = performance.now();
      await first.kill();
      await lost.promise;
      const promoter = connectServer({ url: second.url }, 1);
      await promoter.$client`select pg_promote()`;
      const before = written.length;
      while (written.length < before + 200) await Bun.sleep(10);
      expect(performance.now() - killedMs).toBeLessThan(MOST_MS);
      isOver = true;
      await Promise.all(writers);
      const kept = await sql<{ value: number }[]>`select value from acknowledged`;
      const held = new Set(kept.map(({ value }) => value));
      expect(written.filter((value) => !held.has(value))).toEqual([]);
      expect(faults.filter((fault) => !isStoreAway(fault))).toEqual([]);
      for (const each of [pool, promoter]) await disconnect(each);
      await session.$client.end({ timeout: 0 });
    },
    TIMEOUT_MS,
  );

  test("is away while none may be written", async () => {
    await second.kill();
    const pool = connectServer({ url: `${urls[0]}?target_session_attrs=read-write` }, 1);
    expect(isStoreAway(await rejectionOf(pool.$client`select 1`))).toBe(true);
    await disconnect(pool);
  });
});
