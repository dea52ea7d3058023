import { afterEach, describe, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { connectServer, disconnect, isStoreAway, ServerSockets } from "../../../../db/postgres/client.ts";
import { rejectionOf } from "../../../rejection.ts";
import { observePostgres } from "../../../servers/observed-postgres.ts";
import { createDatabase, serverAbsence } from "../../../servers/postgres.ts";

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

  test("is given up by each of those who come to it one after the other", async () => {
    const { url, drop } = await createDatabase();
    const door = await observePostgres(url, UNOBSERVED);
    const database = connectServer({ url: door.url, answerLimitMs: LIMIT_MS });
    closing.push(drop, door.close, () => disconnect(database));
    await database.$client`select 1`;
    await door.suffer("hang");
    for (let comer = 0; comer < 4; comer += 1)
      expect(isStoreAway(await rejectionOf(database.$client`select 2`))).toBe(true);
  });

  test("is not one that takes its time over a statement", async () => {
    const { url, drop } = await createDatabase();
    const database = connectServer({ url, answerLimitMs: LIMIT_MS }, 1);
    closing.push(drop, () => disconnect(database));
    expect(await database.$client`select pg_sleep(${(4 * LIMIT_MS) / 1_000})`).toHaveLength(1);
  });
});

describe("an address where nobody speaks PostgreSQL", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  test("is told as away when every connection is closed at once", async () => {
    const listener = await listen((socket) => socket.destroy());
    const database = connectServer({ url: listener.url });
    closing.push(listener.close, () => disconnect(database));
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(isStoreAway(await rejectionOf(database.$client`select 1`))).toBe(true);
  });

  test("is asked one question at a time", async () => {
    const listener = await listen(() => {});
    const sockets = new ServerSockets();
    const { hostname, port } = new URL(listener.url);
    const arriving = setInterval(
      () => sockets.connect({ host: [hostname], port: [Number(port)], path: false }),
      10,
    );
    let questions = 0;
    const endWatch = sockets.watch(() => {
      questions += 1;
      return new Promise(() => {});
    }, 30);
    closing.push(listener.close, async () => {
      clearInterval(arriving);
      endWatch();
      sockets.closeAll();
    });
    await Bun.sleep(LIMIT_MS);
    expect(questions).toBe(1);
  });

  test("is left by whoever disconnects, with nothing open behind", async () => {
    const listener = await listen(() => {});
    const database = connectServer({ url: listener.url, answerLimitMs: LIMIT_MS });
    closing.push(listener.close);
    for (let attempt = 0; attempt < 4; attempt += 1) await rejectionOf(database.$client`select 1`);
    await disconnect(database);
    await Bun.sleep(3 * LIMIT_MS);
    const { accepted } = listener;
    expect(listener.open.size).toBe(0);
    await Bun.sleep(3 * LIMIT_MS);
    expect(listener.accepted).toBe(accepted);
  });
});

interface Listener {
  readonly url: string;
  /** How many connections there have been. */
  readonly accepted: number;
  readonly open: ReadonlySet<Socket>;
  close(): Promise<void>;
}

async function listen(onConnection: (socket: Socket) => void): Promise<Listener> {
  const open = new Set<Socket>();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    socket.on("error", () => {}).on("close", () => open.delete(socket));
    open.add(socket.resume());
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP port was expected");
  return {
    url: `postgres://user@127.0.0.1:${address.port}/base`,
    get accepted() {
      return accepted;
    },
    open,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
