import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import postgres from "postgres";
import { temporaryFolder } from "../../folders.ts";
import { dumpAbsence, restoreDump, takeDump } from "../../servers/dumps.ts";
import { createDatabase, serverAbsence } from "../../servers/postgres.ts";

const ROOT = join(import.meta.dir, "../../..");

setDefaultTimeout(60_000);

const absence = serverAbsence ?? dumpAbsence;

describe.skipIf(absence !== null)(absence === null ? "backup" : `backup (${absence})`, () => {
  let original: Awaited<ReturnType<typeof createDatabase>>;
  let restored: Awaited<ReturnType<typeof createDatabase>>;

  beforeAll(async () => {
    [original, restored] = [await createDatabase(), await createDatabase()];
  });
  afterAll(() => Promise.all([original.drop(), restored.drop()]));

  test("a dump taken and restored gives every row back, and a service that answers with the same keys", async () => {
    const dataDir = temporaryFolder();
    await project(original.url, dataDir, "ingest/index.ts", "--source", "sample");
    const created = await project(
      original.url,
      dataDir,
      "src/keys.ts",
      "create",
      "--name",
      "E",
      "--plan",
      "pro",
    );
    const file = join(temporaryFolder(), "doctrine.dump");
    await takeDump(original.url, file);
    await restoreDump(restored.url, file);

    const before = await digests(original.url);
    expect(before.size).toBeGreaterThan(10);
    expect(await digests(restored.url)).toEqual(before);

    // A restored store has its migrations, and a run over it finds nothing to change.
    const again = await project(restored.url, temporaryFolder(), "ingest/index.ts", "--source", "sample");
    expect(again).toContain("0 créé, 0 modifié, 0 retiré");
    const listed = await project(restored.url, dataDir, "src/keys.ts", "list");
    expect(listed).toContain(/boi_\w{8}/.exec(created)?.[0] ?? "nothing");
  });
});

async function project(url: string, dataDir: string, script: string, ...args: string[]): Promise<string> {
  const environment = { DATABASE_URL: url, DATA_DIR: dataDir, SOURCE: "sample", LOG_LEVEL: "error" };
  return await run(process.execPath, [script, ...args], environment);
}

async function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const command = Bun.spawn([program, ...args], {
    cwd: ROOT,
    env: { ...Bun.env, ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, complaint] = await Promise.all([
    new Response(command.stdout).text(),
    new Response(command.stderr).text(),
  ]);
  if ((await command.exited) !== 0) throw new Error(`${program} ${args.join(" ")}: ${printed}${complaint}`);
  return printed;
}

/** Number of rows of every table, and a digest of them in any order. */
async function digests(url: string): Promise<Map<string, string>> {
  const sql = postgres(url, { max: 1 });
  const tables = await sql<{ name: string }[]>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`;
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ rows: string; digest: string | null }[]>(
      `select count(*)::text as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest from ${name} t`,
    );
    found.set(name, `${row?.rows} ${row?.digest}`);
  }
  await sql.end();
  return found;
}
