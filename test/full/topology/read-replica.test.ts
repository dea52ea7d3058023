import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { temporaryFolder } from "../../folders.ts";
import { createDatabase, serverAbsence } from "../../servers/postgres.ts";

const ROOT = join(import.meta.dir, "../../..");
const DOCUMENT = "/v1/boi/BOI-IR-LIQ-20-10";
const TIMEOUT_MS = 60_000;

/** Two databases with different content show which one is asked for what. */
describe.skipIf(serverAbsence !== null)("DATABASE_READ_URL", () => {
  let primary: Awaited<ReturnType<typeof createDatabase>>;
  let replica: Awaited<ReturnType<typeof createDatabase>>;
  let service: ReturnType<typeof start>;

  beforeAll(async () => {
    [primary, replica] = [await createDatabase(), await createDatabase()];
    const march = join(ROOT, "ingest/sample/export-2026-03-02.jsonl");
    const ingest = start("ingest/index.ts", { DATABASE_URL: replica.url, SOURCE: march });
    expect(await ingest.exited).toBe(0);
    service = start("src/index.ts", { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url });
  }, TIMEOUT_MS);

  afterAll(async () => {
    service.kill("SIGTERM");
    await service.exited;
    await primary.drop();
    await replica.drop();
  }, TIMEOUT_MS);

  test(
    "documents are read there; keys, usage and runs stay with DATABASE_URL",
    async () => {
      const { url, key } = await welcomeOf(service);
      const answer = await fetch(`${url}${DOCUMENT}`, { headers: { "x-api-key": key } });
      expect(await answer.json()).toMatchObject({ date_publication: await publicationIn(replica.url) });
      expect(await publicationIn(replica.url)).not.toBe(await publicationIn(primary.url));
      expect([await countKeys(primary.url), await countKeys(replica.url)]).toEqual([1, 0]);
    },
    TIMEOUT_MS,
  );
});

function start(script: string, environment: Readonly<Record<string, string>>) {
  return Bun.spawn([process.execPath, script], {
    cwd: ROOT,
    env: {
      ...Bun.env,
      SOURCE: "sample",
      PORT: "0",
      LOG_LEVEL: "error",
      DATA_DIR: temporaryFolder(),
      ...environment,
    },
    stdout: "pipe",
    stderr: "ignore",
  });
}

async function welcomeOf(service: ReturnType<typeof start>): Promise<{ url: string; key: string }> {
  let printed = "";
  for await (const chunk of service.stdout) {
    printed += new TextDecoder().decode(chunk);
    const url = /répond sur (http:\S+)/.exec(printed)?.[1];
    const file = /écrite dans (\S+)/.exec(printed)?.[1] ?? "";
    if (url !== undefined) return { url, key: readFileSync(file, "utf8").trim() };
  }
  throw new Error(`the service stopped: ${printed}`);
}

async function ask<Row>(
  url: string,
  read: (sql: postgres.Sql) => Promise<readonly Row[]>,
): Promise<Row | undefined> {
  const sql = postgres(url, { max: 1 });
  const [row] = await read(sql);
  await sql.end();
  return row;
}

async function publicationIn(url: string): Promise<string | undefined> {
  const row = await ask(
    url,
    (sql) => sql<{ date: string }[]>`
      select e.debut_de_validite::text as date from documents d join editions e on e.id = d.edition_id
      where d.boi_id = 'BOI-IR-LIQ-20-10'`,
  );
  return row?.date;
}

async function countKeys(url: string): Promise<number> {
  const row = await ask(url, (sql) => sql<{ total: number }[]>`select count(*)::int as total from api_keys`);
  return row?.total ?? 0;
}
