import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { sql } from "drizzle-orm";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { openPglite, type PgliteThread } from "../../../db/pglite/open.ts";
import { fatalError } from "../../../db/pglite/protocol.ts";
import { connectPglite, disconnect, isStoreAway, isStoreFull } from "../../../db/postgres/client.ts";
import { type Database, pingWritable } from "../../../db/postgres/database.ts";
import { eventually } from "../../eventually.ts";
import { rejectionOf } from "../../rejection.ts";
import { createDataDir } from "../../servers/pglite.ts";

/** The first store of a machine waits for initdb. */
setDefaultTimeout(60_000);

describe("clients of one PGlite thread", () => {
  let dataDir: string;
  let thread: PgliteThread;
  let one: Database;
  let other: Database;

  beforeAll(async () => {
    dataDir = await createDataDir();
    thread = await openPglite(join(dataDir, "pg"));
  });

  afterAll(async () => {
    await thread.close();
    rmSync(dataDir, { recursive: true });
  });

  beforeEach(async () => {
    one = connectPglite(thread.connect());
    other = connectPglite(thread.connect());
    await one.execute("create table notes (text text)");
  });

  afterEach(async () => {
    await one.execute("drop table notes");
    await Promise.all([disconnect(one), disconnect(other)]);
  });

  test("a transaction of one is never seen by the other before its end", async () => {
    const { promise: isSeen, resolve } = Promise.withResolvers<number>();
    await one.transaction(async (transaction) => {
      await transaction.execute("insert into notes values ('first')");
      countNotes(other).then(resolve);
      await Bun.sleep(50);
      await transaction.execute("insert into notes values ('second')");
    });
    expect(await isSeen).toBe(2);
  });

  test("a transaction rolled back leaves nothing to the other", async () => {
    const failure = one.transaction(async (transaction) => {
      await transaction.execute("insert into notes values ('first')");
      throw new Error("changed my mind");
    });
    expect(await rejectionOf(failure)).toMatchObject({ message: "changed my mind" });
    expect(await countNotes(other)).toBe(0);
  });

  test("statements sent together each get their own answer", async () => {
    const numbers = Array.from({ length: 200 }, (_, number) => number);
    const answers = await Promise.all(
      numbers.map(async (number) => {
        const [row] = await (number % 2 ? one : other).execute(sql`select ${number}::int as number`);
        return row?.["number"];
      }),
    );
    expect(answers).toEqual(numbers);
  });

  test("a thread that dies in a transaction leaves none, and the others go on", async () => {
    const door = thread.connect();
    const script = new URL("../../servers/pglite-client.ts", import.meta.url);
    const client = new Worker(script, { workerData: door, transferList: [door] });
    await once(client, "message");
    const count = countNotes(other);
    await client.terminate();
    expect(await count).toBe(0);
  });

  test("a client that leaves in the middle of a failed exchange leaves no transaction", async () => {
    const { port1: client, port2 } = new MessageChannel();
    thread.connect().postMessage(port2, [port2]);
    client.postMessage(wireMessage("Q", "begin; insert into notes values ('lost')\0"));
    // Parse of a wrong statement, without the Sync that PostgreSQL then waits for.
    client.postMessage(wireMessage("P", "\0selec\0\0\0"));
    await once(client, "message");
    client.close();
    expect(await countNotes(other)).toBe(0);
  });

  test.each(["select from nowhere", "select 1/0", "selec"])(
    "%s fails, and the next statement works",
    async (wrong) => {
      expect(await rejectionOf(one.execute(wrong))).toBeInstanceOf(Error);
      expect(await rejectionOf(one.execute(sql`${sql.raw(wrong)} where 1 = ${1}`))).toBeInstanceOf(Error);
      expect(await countNotes(one)).toBe(0);
      expect(await countNotes(other)).toBe(0);
    },
  );

  test("values of 5 MB go and come back whole", async () => {
    const text = "é€x".repeat(1_000_000);
    await one.execute(sql`insert into notes values (${text})`);
    const [row] = await other.execute("select text from notes");
    expect(row?.["text"] === text).toBe(true);
  });

  test("a slow statement does not hold the event loop of this thread", async () => {
    const start = performance.now();
    const lag = await longestPause(() => one.execute("select count(*) from generate_series(1, 3000000)"));
    const duration = performance.now() - start;
    expect(duration).toBeGreaterThan(150);
    expect(lag).toBeLessThan(duration / 3);
  });

  test("a connection may end and begin again", async () => {
    const door = thread.connect();
    for (let visit = 0; visit < 3; visit += 1) {
      const database = connectPglite(door);
      expect(await countNotes(database)).toBe(0);
      await disconnect(database);
    }
  });
});

describe("while the disk is nearly full", () => {
  let dataDir: string;
  let thread: PgliteThread;
  let database: Database;

  beforeAll(async () => {
    dataDir = await createDataDir();
    thread = await openPglite(join(dataDir, "pg"));
    database = connectPglite(thread.connect());
    await database.execute("create table notes (text text)");
  });

  afterAll(async () => {
    await disconnect(database);
    await thread.close();
    rmSync(dataDir, { recursive: true });
  });

  test("nothing is written, what is there is read, and a transaction under way ends", async () => {
    await database.transaction(async (transaction) => {
      thread.watchSpace(Number.MAX_SAFE_INTEGER);
      await Bun.sleep(1_000);
      await transaction.execute("insert into notes values ('under way')");
    });
    const failure = await rejectionOf(database.execute("insert into notes values ('refused')"));
    expect([isStoreFull(failure), isStoreAway(failure)]).toEqual([true, false]);
    expect(await rejectionOf(pingWritable(database))).toBeInstanceOf(EngineUnavailable);
    expect(await countNotes(database)).toBe(1);
  });

  test("writing begins again once there is room", async () => {
    thread.watchSpace(0);
    await eventually(() => pingWritable(database));
    await database.execute("insert into notes values ('kept')");
    expect(await countNotes(database)).toBe(2);
  });
});

describe("when the engine fails", () => {
  test("the client is told, and may connect again", async () => {
    const { port1: door, port2: host } = new MessageChannel();
    host.on("message", (client: MessagePort) =>
      client.on("message", () => {
        client.postMessage(fatalError("PGlite: out of memory", "XX000"));
        client.close();
      }),
    );
    const database = connectPglite(door);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const failure = await rejectionOf(database.execute("select 1"));
      expect(failure).toMatchObject({ cause: { code: "XX000", message: "PGlite: out of memory" } });
    }
    host.close();
  });

  test("a statement that waits when the thread goes away is refused, not left waiting", async () => {
    const { port1: door, port2: host } = new MessageChannel();
    host.on("message", (client: MessagePort) => {
      client.once("message", () => {
        client.postMessage(Buffer.concat([wireMessage("R", "\0\0\0\0"), wireMessage("Z", "I")]));
        client.once("message", () => client.close());
      });
    });
    const failure = await rejectionOf(connectPglite(door).execute("select 1"));
    expect(failure).toMatchObject({ cause: { code: "CONNECTION_CLOSED" } });
    host.close();
  });
});

describe("a process whose store can't be opened again ends, with the reason", () => {
  test.each([
    ["when its log has no folder any more", "pg/pg_wal", "could not create file"],
    ["when its folder is gone", "pg", "ne peut plus être lu (ENOENT"],
  ])("%s", async (_, removed, reason) => {
    const dataDir = await createDataDir();
    const from = (path: string) => JSON.stringify(join(import.meta.dir, "../../..", path));
    const script = `
      const { rmSync } = await import("node:fs");
      const { openPglite } = await import(${from("db/pglite/open.ts")});
      const { connectPglite } = await import(${from("db/postgres/client.ts")});
      const thread = await openPglite(${JSON.stringify(join(dataDir, "pg"))});
      thread.watchSpace(1);
      const database = connectPglite(thread.connect());
      await database.execute("create table notes (text text)");
      rmSync(${JSON.stringify(join(dataDir, removed))}, { recursive: true });
      // A service that serves.
      setInterval(() => {}, 1_000);
      await database.execute("select pg_switch_wal()").catch(() => {});
      await database.execute("insert into notes values ('lost')").catch(() => {});`;
    const child = Bun.spawn([process.execPath, "-e", script], { stderr: "pipe", timeout: 60_000 });
    expect(await child.exited).toBe(1);
    const told = await child.stderr.text();
    expect(told).toContain(reason);
    expect(told).toContain("ne peut pas être rouverte");
    rmSync(dataDir, { recursive: true });
  });
});

test("a process that closed its store ends by itself", async () => {
  const dataDir = await createDataDir();
  const script = `
    const { openRelational } = await import(${JSON.stringify(join(import.meta.dir, "../../../db/postgres/open.ts"))});
    const store = await openRelational({ database: { kind: "embedded" }, dataDir: ${JSON.stringify(dataDir)} });
    store.connect();
    await store.close();
    console.log("closed");`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", timeout: 20_000 });
  expect(await child.exited).toBe(0);
  expect(await child.stdout.text()).toBe("closed\n");
  expect(existsSync(join(dataDir, "pg"))).toBe(true);
  rmSync(dataDir, { recursive: true });
});

async function countNotes(database: Database): Promise<number> {
  const [row] = await database.execute<{ count: number }>("select count(*)::int as count from notes");
  return row?.count ?? Number.NaN;
}

/** Longest time, in ms, for which this thread was blocked while the action ran. */
async function longestPause(action: () => PromiseLike<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 2);
  await action();
  clearInterval(timer);
  return longest;
}

function wireMessage(type: string, body: string): Uint8Array {
  const bytes = Buffer.from(`${type}0000${body}`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}
