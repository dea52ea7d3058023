import { describe, expect, test } from "bun:test";
import { connectServer, disconnect } from "../../../../db/postgres/client.ts";
import { eventually } from "../../../eventually.ts";
import { createDatabase, serverAbsence } from "../../../servers/postgres.ts";
import { openEmbedded } from "../../../servers/stores.ts";

const LOCK = 38;

describe.skipIf(serverAbsence !== null)(`the load of a pool on a server ${serverAbsence ?? ""}`, () => {
  test("tells the connections in use and the statements without an answer, then that none is left", async () => {
    const { url, drop } = await createDatabase();
    const [database, holder] = [connectServer({ url }, 2), connectServer({ url }, 1)];
    const { $client: sql } = database;
    expect(sql.load()).toEqual({ max: 2, open: 0, inUse: 0, pending: 0 });
    await holder.$client`select pg_advisory_lock(${LOCK})`;
    const waiting = Array.from({ length: 5 }, () => sql`select pg_advisory_xact_lock(${LOCK})`.execute());
    await eventually(async () => {
      expect(sql.load()).toEqual({ max: 2, open: 2, inUse: 2, pending: 5 });
    });
    await holder.$client`select pg_advisory_unlock(${LOCK})`;
    await Promise.all(waiting);
    expect(sql.load()).toEqual({ max: 2, open: 2, inUse: 0, pending: 0 });
    const reserved = await sql.reserve();
    expect(sql.load()).toMatchObject({ inUse: 1, pending: 0 });
    reserved.release();
    expect(sql.load()).toMatchObject({ inUse: 0, pending: 0 });
    await Promise.all([database, holder].map(disconnect));
    await drop();
  });
});

test("the embedded store is one connection", async () => {
  const store = await openEmbedded();
  const { $client: sql } = store.database;
  const asked = [1, 2, 3].map((value) => sql`select ${value}`.execute());
  // The driver sends a statement a microtask after it is asked.
  await null;
  expect(sql.load()).toEqual({ max: 1, open: 1, inUse: 1, pending: 3 });
  await Promise.all(asked);
  expect(sql.load()).toEqual({ max: 1, open: 1, inUse: 0, pending: 0 });
  await store.close();
});
