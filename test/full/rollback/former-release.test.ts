/** The former release is started on what this one has written, ingests there, and gives the place back. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { checkOut, LAST_RELEASE, releaseAbsence } from "../../fixtures/upgrade/former-program.ts";
import { temporaryFolder } from "../../folders.ts";
import { type ApiProcess, startApi } from "../../servers/api.ts";
import { meilisearchAbsence, ownIndexes } from "../../servers/meilisearch.ts";
import { createDatabase, serverAbsence } from "../../servers/postgres.ts";

const ROOT = join(import.meta.dir, "../../..");
const SAMPLE = join(ROOT, "ingest/sample");
const DOCUMENT = "BOI-IR-LIQ-20-10";
/** Starts of its two editions: the one that this program receives, then the one that the former does. */
const RECEIVED_FIRST = "2025-04-14";
const RECEIVED_BY_FORMER = "2026-06-22";

setDefaultTimeout(120_000);

const absence = Bun.env["FULL"] === "1" ? releaseAbsence(LAST_RELEASE) : "skipped: needs FULL=1";
const serversAbsence = serverAbsence ?? meilisearchAbsence;

type Environment = Readonly<Record<string, string>>;

describe.skipIf(absence !== null)(
  `the program of ${LAST_RELEASE.version} on stores of this one${absence ? ` (${absence})` : ""}`,
  () => {
    let former: string;
    beforeAll(async () => {
      former = join(temporaryFolder(), "program");
      await checkOut(LAST_RELEASE, former);
      await run(["install", "--frozen-lockfile", "--production"], former, {});
    });

    describe("in a data folder", () => goesBack(async () => ({ DATA_DIR: join(temporaryFolder(), "data") })));

    describe.skipIf(serversAbsence !== null)(
      `in PostgreSQL and Meilisearch${serversAbsence ? ` (${serversAbsence})` : ""}`,
      () =>
        goesBack(async () => {
          const { url, key = "", index } = await ownIndexes();
          return {
            DATA_DIR: join(temporaryFolder(), "data"),
            DATABASE_URL: (await createDatabase()).url,
            MEILI_URL: url,
            MEILI_KEY: key,
            MEILI_INDEX: index,
          };
        }),
    );

    function goesBack(open: () => Promise<Environment>): void {
      let source: string;
      let environment: Environment;
      let key: string;
      let api: ApiProcess;

      beforeAll(async () => {
        source = temporaryFolder();
        copyFileSync(join(SAMPLE, "export-2026-03-02.jsonl"), join(source, "export-2026-03-02.jsonl"));
        environment = { ...(await open()), SOURCE: source, MODEL: "off", LEGI_SOURCE: "off" };
        mkdirSync(environment["DATA_DIR"] ?? "", { recursive: true });
        await run(["ingest/index.ts"], ROOT, environment);
        const create = ["src/keys.ts", "create", "--name", "Avant le retour", "--plan", "interne"];
        key = /boi_\w{38}/.exec(await run(create, ROOT, environment))?.[0] ?? "";
        api = await startApi(environment, former);
      });
      afterAll(() => api.stop());

      const get = async (path: string) => {
        const answer = await fetch(api.url + path, { headers: { "x-api-key": key } });
        return { status: answer.status, body: Object(await answer.json()) };
      };

      test("starts, and gives the documents under the keys there are", async () => {
        const { status, body } = await get(`/v1/boi/${DOCUMENT}`);
        expect([status, body.boi_id]).toEqual([200, DOCUMENT]);
        expect((await get("/v1/health")).body.version).toBe(LAST_RELEASE.version);
      });

      const SEARCH = "/v1/search?q=imp%C3%B4t";

      test("searches by words at once, and ingests", async () => {
        expect((await get(SEARCH)).status).toBe(200);
        copyFileSync(join(SAMPLE, "export-2026-09-14.jsonl"), join(source, "export-2026-09-14.jsonl"));
        const printed = await run(["ingest/index.ts"], former, environment);
        expect(printed).toContain("5 créés, 5 modifiés, 2 retirés");
        const { status, body } = await get(SEARCH);
        expect([status, body.total > 0]).toEqual([200, true]);
      });

      test("gives the place back: searched at once, and whole again after an ingestion", async () => {
        await api.stop();
        api = await startApi(environment);
        expect((await get(SEARCH)).status).toBe(200);
        const printed = await run(["ingest/index.ts"], ROOT, environment);
        expect(printed).toContain("0 créé, 0 modifié, 0 retiré");
        const { status, body } = await get(`/v1/boi/${DOCUMENT}?date=${RECEIVED_BY_FORMER}`);
        expect([status, body.date_publication]).toEqual([200, RECEIVED_BY_FORMER]);
        expect((await get("/v1/status")).status).toBe(200);
      });

      test("has in its journal, in their order, what both received, with its dates", async () => {
        const { versions } = (await get(`/v1/boi/${DOCUMENT}/historique`)).body;
        const received = versions.map((version: unknown) => Object(version).redactions[0].recue_le);
        expect(received).toEqual([expect.any(String), expect.any(String)]);
        const { entrees } = (await get("/v1/journal?limit=1000")).body;
        const dates = entrees
          .filter((entry: unknown) => Object(entry).boi_id === DOCUMENT)
          .map((entry: unknown) => Object(entry).date);
        expect(dates).toEqual([RECEIVED_FIRST, RECEIVED_BY_FORMER]);
      });
    }
  },
);

/** Runs a script of a program to its end, and gives what it printed. */
async function run(command: readonly string[], program: string, variables: Environment): Promise<string> {
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: program,
    env: { PATH: Bun.env["PATH"], HOME: Bun.env["HOME"], ...variables },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, told] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}: ${printed}${told}`);
  return printed + told;
}
