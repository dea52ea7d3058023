import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { createKey } from "../../../../db/keys/keys.ts";
import { openRelational, type RelationalStore } from "../../../../db/postgres/open.ts";
import { temporaryFolder } from "../../../folders.ts";
import { startApi } from "../../../servers/api.ts";
import { createDatabase, serverAbsence, type TestDatabase } from "../../../servers/postgres.ts";

const FOLDER = join(import.meta.dir, "../../../../db/migrations");
/** The last migration of the first release: before it, no older version runs beside a newer one. */
const FIRST_RELEASE = "0008";
/** Of the sample. */
const DOCUMENT = "BOI-IR-LIQ-20-10";
/** More than the processes of a deployment. */
const PROCESSES = 4;

setDefaultTimeout(60_000);

/** Statements that would break the previous version while both run, or lose stored data. */
const BREAKING = [
  { name: "drops", pattern: /\bdrop\s+(column|type|schema)\b/i, breaking: 'DROP TYPE "statut"' },
  { name: "renames", pattern: /\brename\b/i, breaking: 'ALTER TABLE "documents" RENAME TO "textes"' },
  { name: "empties", pattern: /\b(truncate|delete\s+from)\b/i, breaking: 'TRUNCATE "documents"' },
  {
    name: "changes the type of a column",
    pattern: /\bset\s+data\s+type\b/i,
    breaking: 'ALTER TABLE "keys" ALTER COLUMN "id" SET DATA TYPE bigint',
  },
  {
    name: "asks of every row a value that the version before does not write",
    pattern: /\bset\s+not\s+null\b|\badd\s+column\b(?!.*\bdefault\b).*\bnot\s+null\b/i,
    breaking: 'ALTER TABLE "runs" ADD COLUMN "cause" text NOT NULL',
  },
] as const;

/** The last migration of 1.5.0. */
const LAST_RELEASED = "0032";

const isReleased = (file: string): boolean => file.slice(0, 4) <= LAST_RELEASED;

/** What the statements of a migration that begin so name. */
function named(statement: string, file: string): string[] {
  const written = readFileSync(join(FOLDER, file), "utf8").matchAll(
    new RegExp(`${statement} "(\\w+)"`, "gi"),
  );
  return [...written].flatMap(([, name]) => name ?? []);
}

describe("migrations since the first release", () => {
  const files = readdirSync(FOLDER).filter(
    (file) => file.endsWith(".sql") && file.slice(0, 4) > FIRST_RELEASE,
  );

  for (const { name, pattern, breaking } of BREAKING) {
    test(`none ${name}`, () => {
      expect(breaking).toMatch(pattern);
      expect(files.filter((file) => pattern.test(readFileSync(join(FOLDER, file), "utf8")))).toEqual([]);
    });
  }

  test("none drops a table that the last release has, unless a view takes its place", () => {
    const [released, later] = [files.filter(isReleased), files.filter((file) => !isReleased(file))];
    const own = new Set(later.flatMap((file) => named("create table", file)));
    const dropped = (file: string) => {
      const views = new Set(named("create view", file));
      return named("drop table", file).filter((table) => !views.has(table) && !own.has(table));
    };
    expect(released.flatMap((file) => named("drop table", file))).toEqual([]);
    expect(later.flatMap(dropped)).toEqual([]);
  });

  test("a column that has a default may be asked of every row", () => {
    const added = `ALTER TABLE "runs" ADD COLUMN "stages" jsonb DEFAULT '[]'::jsonb NOT NULL`;
    expect(BREAKING.filter(({ pattern }) => pattern.test(added))).toEqual([]);
  });
});

describe.skipIf(serverAbsence !== null)(`on a server${serverAbsence ? ` (${serverAbsence})` : ""}`, () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());

  const open = (): Promise<RelationalStore> =>
    openRelational({ database: { kind: "server", url: database.url }, dataDir: "" });

  test("processes that start together on an empty database apply each migration once", async () => {
    const stores = await Promise.all(Array.from({ length: PROCESSES }, open));
    await Promise.all(stores.map((store) => store.close()));
    const { migrations, files } = await asOwner(async (sql) => {
      const rows = await sql<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations`;
      return { migrations: rows.map((row) => row.hash), files: readdirSync(FOLDER) };
    });
    expect(new Set(migrations).size).toBe(migrations.length);
    expect(migrations).toHaveLength(files.filter((file) => file.endsWith(".sql")).length);
  });

  test("a process serves and ingests over the schema of a newer version, which only adds", async () => {
    const store = await open();
    const { key } = await createKey(store.database, { name: "essai", plan: "pro" });
    await store.close();
    await asOwner(async (sql) => {
      await sql`alter table documents add column resume text`;
      await sql`alter table runs add column machine text default 'inconnue' not null`;
      await sql`create table abonnements (id integer primary key, key_id integer references api_keys (id))`;
      await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('plus-recente', ${2 ** 45})`;
    });
    const api = await startApi({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), SOURCE: "sample" });
    try {
      const answer = await fetch(`${api.url}/v1/boi/${DOCUMENT}`, { headers: { "x-api-key": key } });
      expect(await answer.json()).toMatchObject({ boi_id: DOCUMENT });
    } finally {
      await api.stop();
    }
  });

  async function asOwner<Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
    const sql = postgres(database.url, { max: 1, onnotice: () => {} });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  }
});
