import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { connectServer, disconnect } from "../../../../db/postgres/client.ts";
import type { Database } from "../../../../db/postgres/database.ts";
import { openRelational, type RelationalStore } from "../../../../db/postgres/open.ts";
import { type OwnPostgres, serverAbsence, startOwnServer } from "../../../servers/postgres.ts";

const TIMEOUT_MS = 60_000;
const MOST_LAG_MS = 2_000;

describe.skipIf(serverAbsence !== null)("documents are read from the replica", () => {
  let primary: OwnPostgres;
  let replica: OwnPostgres;
  let store: RelationalStore;
  const lines: string[] = [];
  const log = (_: object, line: string) => void lines.push(line);

  beforeAll(async () => {
    primary = await startOwnServer();
    replica = await primary.replicate();
    const database = { kind: "server", url: primary.url } as const;
    const copy = { url: replica.url, mostLagMs: MOST_LAG_MS };
    const config = { database: { ...database, replica: copy }, dataDir: "" };
    store = await openRelational(config, { error: log, warn: log, info: log });
    await write(0);
    await until(async () => (await read()) === "replica 0");
  }, TIMEOUT_MS);
  afterEach(() => {
    lines.length = 0;
  });
  afterAll(async () => {
    await store.close();
    await replica.stop();
    await primary.stop();
  }, TIMEOUT_MS);

  async function write(value: number): Promise<void> {
    const { $client: sql } = store.database;
    await sql`create table if not exists written (value integer)`;
    await sql`delete from written`;
    await sql`insert into written values (${value})`;
  }

  /** Who answers, and what it has. */
  async function read({ $client: sql }: Database = store.reads): Promise<string> {
    const [row] = await sql<{ value: number; isReplica: boolean }[]>`
      select value, pg_is_in_recovery() as "isReplica" from written`;
    return `${row?.isReplica === true ? "replica" : "primary"} ${row?.value}`;
  }

  /** How many reads failed before the condition held. */
  async function until(holds: () => Promise<boolean>): Promise<number> {
    let failed = 0;
    for (const endMs = performance.now() + TIMEOUT_MS / 2; performance.now() < endMs; await Bun.sleep(20)) {
      try {
        if (await holds()) return failed;
      } catch {
        failed += 1;
      }
    }
    throw new Error("it never came to that");
  }

  test("as soon as it has followed", async () => {
    await write(1);
    await until(async () => (await read()) === "replica 1");
    expect(store.replica?.fault).toBeNull();
  });

  test(
    "unless it is killed: the primary answers at once, and the replica again once it is back",
    async () => {
      await replica.kill();
      await write(2);
      const failed = await until(async () => (await read()) === "primary 2");
      expect(failed).toBeLessThan(3);
      expect(store.replica?.fault).toContain("ne répond pas");
      await replica.revive();
      await until(async () => (await read()) === "replica 2");
      expect(lines).toEqual([expect.stringContaining("away or late"), expect.stringContaining("is back")]);
    },
    TIMEOUT_MS,
  );

  test(
    "unless it hangs: the primary answers within seconds",
    async () => {
      await replica.freeze();
      await write(3);
      const startedMs = performance.now();
      await until(async () => (await withTimeLimit(read(), 1_000)) === "primary 3");
      expect(performance.now() - startedMs).toBeLessThan(8_000);
      await replica.thaw();
      await until(async () => (await read()) === "replica 3");
    },
    TIMEOUT_MS,
  );

  test(
    "unless it is late: the primary answers until it has caught up",
    async () => {
      const own = connectServer({ url: replica.url }, 1);
      await own.$client`select pg_wal_replay_pause()`;
      await write(4);
      expect(await read()).toBe("replica 3");
      await until(async () => (await read()) === "primary 4");
      expect(store.replica?.lagMs).toBeGreaterThan(MOST_LAG_MS);
      expect(store.replica?.fault).toContain("de retard");
      await own.$client`select pg_wal_replay_resume()`;
      await until(async () => (await read()) === "replica 4");
      await disconnect(own);
    },
    TIMEOUT_MS,
  );

  test(
    "when the primary is away, and has written nothing since",
    async () => {
      await primary.kill();
      await Bun.sleep(2 * MOST_LAG_MS);
      expect(await read()).toBe("replica 4");
      expect(store.replica?.fault).toBeNull();
      await primary.revive();
    },
    TIMEOUT_MS,
  );
});

async function withTimeLimit<Value>(work: Promise<Value>, limitMs: number): Promise<Value> {
  work.catch(() => {});
  const late = Bun.sleep(limitMs).then(() => Promise.reject(new Error("too late")));
  return await Promise.race([work, late]);
}
