import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { temporaryFolder } from "../../folders.ts";
import { createDatabase, type OwnPostgres, serverAbsence, startOwnServer } from "../../servers/postgres.ts";

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

function start(script: string, environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return Bun.spawn([process.execPath, script, ...args], {
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

describe.skipIf(serverAbsence !== null)("a replica that streams, under load", () => {
  let primary: OwnPostgres;
  let replica: OwnPostgres;
  let service: ReturnType<typeof start>;
  let address: { url: string; key: string };

  beforeAll(async () => {
    primary = await startOwnServer();
    const ingest = start("ingest/index.ts", { DATABASE_URL: primary.url });
    expect(await ingest.exited).toBe(0);
    replica = await primary.replicate();
    service = start("src/index.ts", { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url });
    const { url } = await welcomeOf(service);
    const create = start(
      "src/keys.ts",
      { DATABASE_URL: primary.url },
      "create",
      "--name",
      "Essai",
      "--plan",
      "interne",
    );
    address = { url, key: /boi_\w{38}/.exec(await new Response(create.stdout).text())?.[0] ?? "" };
  }, TIMEOUT_MS);

  afterAll(async () => {
    service.kill("SIGTERM");
    await service.exited;
    await replica.stop();
    await primary.stop();
  }, TIMEOUT_MS);

  /** Statuses of the documents asked for while the work is done, none of them kept. */
  async function asking(work: () => Promise<void>): Promise<number[]> {
    const told: number[] = [];
    let isOver = false;
    const loop = async () => {
      while (!isOver) {
        // Another day each time: none is kept.
        const day = new Date(Date.UTC(2025, 4, 1 + (told.length % 300))).toISOString().slice(0, 10);
        const { status } = await fetch(`${address.url}${DOCUMENT}?date=${day}`, {
          headers: { "x-api-key": address.key },
          signal: AbortSignal.timeout(20_000),
        });
        told.push(status);
        await Bun.sleep(60);
      }
    };
    const loops = [loop(), loop(), loop()];
    await work();
    isOver = true;
    await Promise.all(loops);
    return told;
  }

  test.each([
    ["killed", () => replica.kill(), () => replica.revive()],
    ["frozen", () => replica.freeze(), () => replica.thaw()],
  ])(
    "when it is %s, reads go on from the primary",
    async (_, breakIt, mend) => {
      const told = await asking(async () => {
        await Bun.sleep(500);
        await breakIt();
        await Bun.sleep(15_000);
        await mend();
        await Bun.sleep(3_000);
      });
      // Those under way when it stops.
      expect(told.filter((status) => status >= 500).length).toBeLessThan(12);
      expect(told.length).toBeGreaterThan(100);
      expect(told.filter((status) => status === 200).length).toBeGreaterThan(told.length - 12);
    },
    TIMEOUT_MS,
  );
});
