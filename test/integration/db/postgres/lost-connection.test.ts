import { afterEach, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import postgres from "postgres";
import { connectServer, disconnect, isStoreAway } from "../../../../db/postgres/client.ts";
import { inTransaction } from "../../../../db/postgres/statements.ts";
import { rejectionOf } from "../../../rejection.ts";
import { createDatabase, serverAbsence } from "../../../servers/postgres.ts";

/** Long enough to be sent at once, and not with what follows. */
const LONG = "x".repeat(2_000);

describe.skipIf(serverAbsence !== null)("a connection to the server that is lost", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  test("in the middle of a transaction fails it alone; the next one has another connection", async () => {
    const { url, drop } = await createDatabase();
    const database = connectServer({ url }, 1);
    closing.push(drop, () => disconnect(database));
    await database.$client`create table notes (note text)`;
    const cut = inTransaction(database, (sql) => [
      sql`insert into notes values (${LONG})`,
      sql`select pg_terminate_backend(pg_backend_pid())`,
      sql`insert into notes values ('never')`,
    ]);
    expect(isStoreAway(await rejectionOf(cut))).toBe(true);
    await inTransaction(database, (sql) => [sql`insert into notes values ('kept')`]);
    expect([...(await database.$client`select note from notes`)]).toEqual([{ note: "kept" }]);
  });

  test("while it is reserved fails whatever is asked by it, and does not bring the process down", async () => {
    const { url, drop } = await createDatabase();
    const database = connectServer({ url }, 1);
    closing.push(drop, () => disconnect(database));
    const reserved = await database.$client.reserve();
    await rejectionOf(reserved`select pg_terminate_backend(pg_backend_pid())`);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(isStoreAway(await rejectionOf(reserved`select 1`))).toBe(true);
    reserved.release();
    expect([...(await database.$client`select 2 as number`)]).toEqual([{ number: 2 }]);
  });

  test("fails a statement that is given to it between its fault and its end", async () => {
    const { url, drop } = await createDatabase();
    const { hostname, port } = new URL(url);
    const sockets: Socket[] = [];
    const open = () => {
      const socket = Object.assign(connect(Number(port), hostname), { host: hostname });
      sockets.push(socket);
      return socket;
    };
    const options = { max: 1, socket: open };
    const client = postgres(url, options);
    closing.push(drop, () => client.end({ timeout: 1 }));
    await client`select 1`;
    const given = Promise.withResolvers<unknown>();
    sockets[0]?.once("error", () => given.resolve(rejectionOf(client`select 2`)));
    sockets[0]?.destroy(Object.assign(new Error("lost"), { code: "ECONNRESET" }));
    expect(isStoreAway(await given.promise)).toBe(true);
    expect([...(await client`select 3 as number`)]).toEqual([{ number: 3 }]);
  });
});
