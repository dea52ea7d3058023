import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { withTimeout } from "../../../../db/engine/retry.ts";
import { openPglite, type PgliteThread } from "../../../../db/pglite/open.ts";
import { connectPglite, isStoreAway, isStoreFull } from "../../../../db/postgres/client.ts";
import type { Database } from "../../../../db/postgres/database.ts";
import { eventually } from "../../../eventually.ts";
import { createDataDir } from "../../../servers/pglite.ts";
import { mountDisk } from "./small-disk.ts";

const DISK_MB = 120;
const MIB = 1024 * 1024;
const ANSWER_LIMIT_MS = 5_000;

setDefaultTimeout(120_000);

const disk = mountDisk(DISK_MB);

describe.skipIf(disk === null)("PGlite, when its log finds no room", () => {
  let thread: PgliteThread;
  let database: Database;

  beforeAll(async () => {
    const folder = join(disk?.folder ?? "", "pg");
    cpSync(join(await createDataDir(), "pg"), folder, { recursive: true });
    thread = await openPglite(folder);
    database = connectPglite(thread.connect());
    await database.execute("create table counters (id int primary key, value int, padding text)");
    await database.execute("insert into counters select id, 0, '' from generate_series(1, 1000) as id");
    disk?.leave(20 * MIB);
  });
  afterAll(async () => {
    await thread.close();
    disk?.remove();
  });

  const answered = (statement: ReturnType<typeof sql>) =>
    withTimeout(ANSWER_LIMIT_MS, database.execute(statement));

  /** The value of every row, which one statement wrote. */
  async function readValue(): Promise<number> {
    const rows = await database.execute("select distinct value from counters");
    expect(rows.length).toBe(1);
    return Number(rows[0]?.["value"]);
  }

  test("it answers every statement, and holds all that it had committed once it is opened again", async () => {
    let committed = 0;
    let fault: unknown = null;
    // The log takes some 150 KB of each: its second segment is past what the disk has within a few hundred.
    for (let value = 1; fault === null && value < 2_000; value += 1) {
      try {
        await answered(sql`update counters set value = ${value}, padding = repeat('x', 100)`);
        committed = value;
        if (value % 10 === 0) await answered(sql`vacuum counters`);
      } catch (error) {
        fault = error;
      }
    }
    expect(isStoreFull(fault) || isStoreAway(fault)).toBe(true);
    const refusals = await Promise.all(
      Array.from({ length: 20 }, () => answered(sql`select 1`).then(() => null, isStoreFull)),
    );
    expect(refusals).toEqual(refusals.map(() => true));
    disk?.leave(null);
    // A write reported as failed may have reached the log: only fewer than those reported as written is a loss.
    await eventually(async () => expect([committed, committed + 1]).toContain(await readValue()));
    await answered(sql`update counters set value = -1`);
    expect(await readValue()).toBe(-1);
  });
});
