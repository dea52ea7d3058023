import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { inTransaction } from "../../../../db/postgres/statements.ts";
import { rejectionOf } from "../../../rejection.ts";
import { serverAbsence } from "../../../servers/postgres.ts";
import { forEachStore, openServer } from "../../../servers/stores.ts";

forEachStore((_, open) => {
  let store: RelationalStore;
  beforeAll(async () => {
    store = await open();
    await store.database.$client`create table counters (id int primary key, value int not null)`;
  });
  beforeEach(async () => {
    await store.database.$client`truncate counters`;
    await store.database.$client`insert into counters values (1, 0), (2, 0)`;
  });
  afterAll(() => store.close());

  test("a statement that fails after some rows leaves the rows of the next ones as they are", async () => {
    const sql = store.database.$client;
    const connection = await sql.reserve();
    try {
      const failing = connection`select 1 / (3 - n) as share from generate_series(1, 5) as n`;
      expect(String(await rejectionOf(failing))).toContain("division by zero");
      expect([...(await connection`select id from counters order by id`)]).toEqual([{ id: 1 }, { id: 2 }]);
    } finally {
      connection.release();
    }
  });

  test("a transaction writes all its statements", async () => {
    await inTransaction(store.database, (sql) => [
      sql`update counters set value = 1 where id = 1`,
      sql`update counters set value = 2 where id = 2`,
    ]);
    expect(await values(store)).toEqual([1, 2]);
  });

  test("a transaction in which a statement fails writes nothing, says why, and the next one works", async () => {
    const fault = await rejectionOf(
      inTransaction(store.database, (sql) => [
        sql`update counters set value = 1 where id = 1`,
        sql`insert into counters values (1, 5)`,
        sql`update counters set value = 2 where id = 2`,
      ]),
    );
    expect(String(fault)).toContain("duplicate key");
    expect(await values(store)).toEqual([0, 0]);
    await inTransaction(store.database, (sql) => [sql`update counters set value = 3 where id = 1`]);
    expect(await values(store)).toEqual([3, 0]);
  });
});

describe.skipIf(serverAbsence !== null)(`on a server ${serverAbsence ?? ""}`, () => {
  test("two transactions that wait for each other both succeed", async () => {
    const store = await openServer();
    await store.database.$client`create table counters (id int primary key, value int not null)`;
    await store.database.$client`insert into counters values (1, 0), (2, 0)`;
    const raise = (first: number, second: number) =>
      inTransaction(store.database, (sql) => [
        sql`update counters set value = value + 1 where id = ${first}`,
        sql`select pg_sleep(0.2)`,
        sql`update counters set value = value + 1 where id = ${second}`,
      ]);
    await Promise.all([raise(1, 2), raise(2, 1)]);
    expect(await values(store)).toEqual([2, 2]);
    await store.close();
  });
});

async function values(store: RelationalStore): Promise<number[]> {
  const rows = await store.database.$client<{ value: number }[]>`select value from counters order by id`;
  return rows.map(({ value }) => value);
}
