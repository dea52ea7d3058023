import { afterEach, describe, expect, test } from "bun:test";
import { connectServer, disconnect, isStoreAway } from "../../db/client.ts";
import { rejectionOf } from "../rejection.ts";
import { observePostgres } from "../servers/observed-postgres.ts";
import { createDatabase, serverAbsence } from "../servers/postgres.ts";

const LIMIT_MS = 300;
const UNOBSERVED = { step: () => ({}), stage() {} };

describe.skipIf(serverAbsence !== null)("a server that hangs", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  test("is given up soon by whoever waits for it, and found again once it is back", async () => {
    const { url, drop } = await createDatabase();
    const door = await observePostgres(url, UNOBSERVED);
    const database = connectServer({ url: door.url, answerLimitMs: LIMIT_MS });
    closing.push(drop, door.close, () => disconnect(database));
    await database.$client`select 1`;
    await door.suffer("hang");
    const start = performance.now();
    expect(isStoreAway(await rejectionOf(database.$client`select 2`))).toBe(true);
    expect(performance.now() - start).toBeLessThan(10 * LIMIT_MS);
    await door.suffer(null);
    expect([...(await database.$client`select 3 as number`)]).toEqual([{ number: 3 }]);
  });

  test("is not one that takes its time over a statement", async () => {
    const { url, drop } = await createDatabase();
    const database = connectServer({ url, answerLimitMs: LIMIT_MS }, 1);
    closing.push(drop, () => disconnect(database));
    expect(await database.$client`select pg_sleep(${(4 * LIMIT_MS) / 1_000})`).toHaveLength(1);
  });
});
