import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isPastEntry } from "../../../db/engine/dated-texts.ts";
import { openRelational, type RelationalStore } from "../../../db/postgres/open.ts";
import { readRuns } from "../../../db/runs/runs.ts";
import { openFullTextIndex } from "../../../search/fulltext/open.ts";
import { EMBEDDED_ENGINES } from "../../fixtures/engines.ts";
import { temporaryFolder } from "../../folders.ts";
import { createDataDir } from "../../servers/pglite.ts";
import { contenu, dating, visibleState, writeExport } from "./exports.ts";

const TIMEOUT_MS = 60_000;
const ROOT = join(import.meta.dir, "../../..");

const documents = (count: number, date: string) =>
  Array.from({ length: count }, (_, index) =>
    contenu(`BOI-IR-KILL-${index}`, {
      date,
      pgp: index + 1,
      texte: `${date}. ${"Une phrase du texte. ".repeat(400)}`,
    }),
  );

const IS_FULL = process.env["FULL"] === "1";
/** Enough for a run to be under way at the last of the instants below. */
const DOCUMENTS = IS_FULL ? 250 : 120;

const winter = writeExport([...documents(40, "2021-01-01"), dating("2021-01-31")], "2021-02-01T00:00:00Z");
const spring = writeExport(
  [...documents(DOCUMENTS, "2021-03-01").slice(2), dating("2021-03-31")],
  "2021-04-01T00:00:00Z",
);

/** Instants after the first batches of a run that takes about a second; all of them at full length. */
const KILLED_AFTER_MS = IS_FULL ? [0, 50, 100, 150, 200, 300, 400, 500, 700, 900] : [100];

describe("a run that is stopped in the middle", () => {
  let wintered: string;
  let undisturbed: Result;
  beforeAll(async () => {
    wintered = await createDataDir();
    await ingest(wintered, winter).exited;
    undisturbed = await afterWinter(async (dataDir) => {
      await ingest(dataDir, spring).exited;
    });
  }, TIMEOUT_MS);

  afterAll(() => rmSync(wintered, { recursive: true }));

  test("is what this suite needs: two exports that differ", () => {
    expect(undisturbed.indexed).toBe(DOCUMENTS - 2);
  });

  test.each(KILLED_AFTER_MS)(
    "leaves a store that the next run makes right (SIGKILL after %i ms)",
    async (delayMs) => {
      const result = await afterWinter(async (dataDir) => {
        await stop(ingest(dataDir, spring), "SIGKILL", delayMs);
        expect(await ingest(dataDir, spring).exited).toBe(0);
      });
      expect(result.state).toEqual(undisturbed.state);
      expect(result.indexed).toBe(undisturbed.indexed);
      expect(result.statuses.filter((status) => status === "running")).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    "says so when it is asked to stop, and the next run makes it right",
    async () => {
      const result = await afterWinter(async (dataDir) => {
        expect(await stop(ingest(dataDir, spring), "SIGTERM", 50)).toBe(1);
        expect(await ingest(dataDir, spring).exited).toBe(0);
      });
      expect(result.state).toEqual(undisturbed.state);
      expect(result.statuses).toEqual(["succeeded", "interrupted", "succeeded"]);
    },
    TIMEOUT_MS,
  );

  async function afterWinter(work: (dataDir: string) => Promise<void>): Promise<Result> {
    const dataDir = temporaryFolder();
    cpSync(wintered, dataDir, { recursive: true, verbatimSymlinks: true });
    await work(dataDir);
    return await inspect(dataDir);
  }
});

interface Result {
  readonly state: unknown;
  readonly indexed: number;
  readonly statuses: readonly string[];
}

async function inspect(dataDir: string): Promise<Result> {
  const store: RelationalStore = await openRelational({ database: { kind: "embedded" }, dataDir });
  const writer = await openFullTextIndex({ ...EMBEDDED_ENGINES, dataDir }).openWriter();
  const indexed = [...(await writer.hashes()).keys()].filter((entry) => !isPastEntry(entry)).length;
  await writer.close();
  const statuses = (await readRuns(store.database, 10)).map(({ status }) => status);
  const state = await visibleState(store.database);
  await store.close();
  return { state, indexed, statuses };
}

function ingest(dataDir: string, source: string) {
  return Bun.spawn([process.execPath, "ingest/index.ts", "--source", source, "--force"], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", SOURCE: "" },
    stdout: "ignore",
    stderr: "pipe",
  });
}

/** Signals the process some time after its first writes; returns its exit code. */
async function stop(
  child: ReturnType<typeof ingest>,
  signal: NodeJS.Signals,
  delayMs: number,
): Promise<number> {
  let shown = "";
  for await (const chunk of child.stderr) {
    shown += Buffer.from(chunk).toString();
    if (shown.includes("Enregistrement")) break;
  }
  await Bun.sleep(delayMs);
  child.kill(signal);
  return await child.exited;
}
