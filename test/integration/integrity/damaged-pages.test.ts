import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../db/postgres/database.ts";
import { createDataDir } from "../../servers/pglite.ts";
import { type OwnPostgres, serverAbsence, startOwnServer } from "../../servers/postgres.ts";
import { openOver, type TestService } from "../../servers/service.ts";

const ID = "BOI-IR-LIQ-20-10";
/** PostgreSQL documentation, « Database Page Layout ». */
const PAGE_BYTES = 8192;

/** The answers that read a text, and one that reads none. */
const READING = [`/v1/boi/${ID}`, `/v1/boi/${ID}/paragraphes/10`, "/v1/search?q=imp%C3%B4t"];
const NOT_READING = "/v1/plan";

interface Body {
  readonly error?: { readonly code: string };
  readonly status?: string;
  readonly checks?: { readonly r2: { readonly detail?: string } };
}

describe("PGlite", () => {
  suite(async (dataDir) => ({
    open: () => openOver(dataDir, {}, {}),
    folder: async () => join(dataDir, "pg"),
    whileClosed: async (work) => work(),
    end: async () => {},
  }));
});

const title = serverAbsence === null ? "PostgreSQL" : `PostgreSQL (${serverAbsence})`;
describe.skipIf(serverAbsence !== null)(title, () => {
  suite(async (dataDir) => {
    const server: OwnPostgres = await startOwnServer();
    return {
      open: () => openOver(dataDir, { database: { kind: "server", url: server.url } }, {}),
      async folder(database) {
        const [row] = await database.$client<{ data_directory: string }[]>`show data_directory`;
        return row?.data_directory ?? "";
      },
      async whileClosed(work) {
        await server.kill();
        work();
        await server.revive();
      },
      end: () => server.stop(),
    };
  });
});

interface Place {
  open(): Promise<TestService>;
  folder(database: Database): Promise<string>;
  /** Does something to the files of the store while nothing has them open. */
  whileClosed(work: () => void): Promise<void>;
  end(): Promise<void>;
}

function suite(openPlace: (dataDir: string) => Promise<Place>): void {
  let dataDir: string;
  let place: Place;
  let service: TestService;
  let key: string;

  const ask = async (path: string) => {
    const response = await service.get(path, key);
    return { status: response.status, body: (await response.json()) as Body };
  };

  beforeAll(async () => {
    dataDir = await createDataDir();
    place = await openPlace(dataDir);
    service = await place.open();
    await service.ingest("sample");
    key = await service.key("interne");
    const { database } = service;
    // What is written again after a checkpoint would be mended from the log.
    await database.execute("checkpoint");
    const [row] = await database.$client<{ path: string }[]>`
      select pg_relation_filepath('edition_contents') as path`;
    const file = join(await place.folder(database), row?.path ?? "");
    await service.close();
    await place.whileClosed(() => flipEveryPage(file));
    service = await place.open();
  });
  afterAll(async () => {
    await service.close();
    await place.end();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("a damaged page is a named refusal, never an internal error, and degrades the status at once", async () => {
    expect((await ask(NOT_READING)).status).toBe(200);
    for (const path of READING) {
      const { status, body } = await ask(path);
      expect([path, status, body.error?.code]).toEqual([path, 503, "stored_text_damaged"]);
    }
    const { status, body } = await ask("/v1/status");
    expect([status, body.status]).toEqual([503, "degraded"]);
  });

  test("the next run says what it can't read, and the scrub after it names the documents", async () => {
    await expect(service.ingest("sample")).rejects.toThrow("invalid page in block");
    const [row] = await service.database.$client<{ texts: number; documents: number }[]>`
      select (select count(*)::int from damaged_texts where kind = 'edition') as texts,
        (select count(*)::int from editions) as documents`;
    expect(row?.texts).toBe(row?.documents ?? Number.NaN);
    expect((await ask("/v1/status")).body.checks?.r2.detail).toContain("BOI-");
  });
}

/** Changes one bit in the middle of each page. */
function flipEveryPage(file: string): void {
  const bytes = readFileSync(file);
  for (let at = PAGE_BYTES / 2; at < bytes.length; at += PAGE_BYTES) bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}
