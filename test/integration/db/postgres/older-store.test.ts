/** A store of a release older than 1.5.0 is refused as it is; one of 1.5.0, or an empty one, is opened. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { OperatorFault } from "../../../../config/operator-fault.ts";
import { openPglite } from "../../../../db/pglite/open.ts";
import { connectPglite, connectServer, disconnect } from "../../../../db/postgres/client.ts";
import { openRelational } from "../../../../db/postgres/open.ts";
import { BARE_ENVIRONMENT } from "../../../bare-environment.ts";
import { makeTables } from "../../../fixtures/upgrade/tables.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";
import { createDataDir } from "../../../servers/pglite.ts";
import { createDatabase, serverAbsence } from "../../../servers/postgres.ts";

setDefaultTimeout(120_000);

const ROOT = join(import.meta.dir, "../../../..");

interface Place {
  readonly config: Parameters<typeof openRelational>[0];
  readonly environment: Readonly<Record<string, string>>;
  /** Works on its tables while no program has it open. */
  within<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  drop(): Promise<void>;
}

const EMPTY = "drop schema if exists public, drizzle cascade; create schema public";

const nothing = async (sql: Sql): Promise<void> => {
  await sql.unsafe(EMPTY);
};

const ofMigrations = (count: number) => async (sql: Sql) => {
  await nothing(sql);
  await makeTables(sql, count);
};

/** What a release left: its migrations, and the parser that its last run derived the texts with. */
const derived = (derivation: number) => async (sql: Sql) => {
  await ofMigrations(33)(sql);
  await sql`update corpus set derivation = ${derivation}`;
};

const REFUSED = [
  ["of the first release", ofMigrations(9), "Cette base vient d'une version antérieure à la 1.5.0"],
  ["of 1.4.0", ofMigrations(21), "passez d'abord par la 1.5.0"],
  ["that lacks one migration of 1.5.0", ofMigrations(32), "Rien n'a été modifié"],
  ["that 1.5.0 migrated, and never read again", derived(5), "lancez-y d'abord une ingestion de la 1.5.0"],
] as const;

const OPENED = [
  ["without tables", nothing],
  ["whose first start was interrupted", ofMigrations(0)],
  ["that 1.5.0 migrated, before any ingestion", derived(0)],
  ["of 1.5.0", derived(8)],
] as const;

describe("in a data folder", () => refusals(openFolder));
describe.skipIf(serverAbsence !== null)(`on a server${serverAbsence ? ` (${serverAbsence})` : ""}`, () =>
  refusals(openServer),
);

function refusals(open: () => Promise<Place>): void {
  let store: Place;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  test.each(REFUSED)("a store %s is refused with what to do, and stays as it is", async (_, leave, told) => {
    const before = await store.within(async (sql) => {
      await leave(sql);
      return await contentOf(sql);
    });
    const refusal = await rejectionOf(openRelational(store.config));
    expect(refusal).toBeInstanceOf(OperatorFault);
    expect(String(refusal)).toContain(told);
    expect(await store.within(contentOf)).toEqual(before);
  });

  test.each(OPENED)("a store %s is opened", async (_, leave) => {
    await store.within(leave);
    const { database, close } = await openRelational(store.config);
    expect(await database.execute("select from plans")).toHaveLength(3);
    await close();
  });

  test("the service, the worker and the commands end with code 1, and say why without a stack", async () => {
    await store.within(ofMigrations(21));
    for (const command of [
      ["src/index.ts"],
      ["ingest/worker.ts"],
      ["ingest/index.ts"],
      ["src/keys.ts", "list"],
    ]) {
      const child = Bun.spawn([process.execPath, ...command], {
        cwd: ROOT,
        env: { ...BARE_ENVIRONMENT, MODEL: "off", PORT: "0", SOURCE: "sample", ...store.environment },
        stdout: "ignore",
        stderr: "pipe",
      });
      const told = await new Response(child.stderr).text();
      expect([command[0], await child.exited]).toEqual([command[0], 1]);
      expect(told).toStartWith("Cette base vient d'une version antérieure à la 1.5.0");
      expect(told).not.toContain(" at ");
    }
  });
}

/** The tables and the columns of a store, and the migrations that it records. */
async function contentOf(sql: Sql): Promise<unknown> {
  const columns = await sql`
    select table_schema, table_name, column_name from information_schema.columns
    where table_schema in ('public', 'drizzle') order by 1, 2, 3`;
  return [
    [...columns],
    [...(await sql`select * from drizzle.__drizzle_migrations`)],
    [...(await sql`select * from plans`)],
  ];
}

async function openFolder(): Promise<Place> {
  const dataDir = await createDataDir();
  const within: Place["within"] = async (work) => {
    const thread = await openPglite(join(dataDir, "pg"));
    const database = connectPglite(thread.connect());
    try {
      return await work(database.$client);
    } finally {
      await disconnect(database);
      await thread.close();
    }
  };
  return {
    config: { database: { kind: "embedded" }, dataDir },
    environment: { DATA_DIR: dataDir },
    within,
    drop: async () => rmSync(dataDir, { recursive: true }),
  };
}

async function openServer(): Promise<Place> {
  const { url, drop } = await createDatabase();
  return {
    config: { database: { kind: "server", url }, dataDir: "" },
    environment: { DATABASE_URL: url, DATA_DIR: temporaryFolder() },
    async within(work) {
      const database = connectServer({ url }, 1);
      try {
        return await work(database.$client);
      } finally {
        await disconnect(database);
      }
    },
    drop,
  };
}
