/**
 * Half an hour of all that is asked of the service, at real size, with a daily run in the middle:
 * `FULL=1 SOAK_MINUTES=3 SOAK_DOCUMENTS=1000 bun test test/full/soak` is a short one.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { REAL_RECORDS } from "../../fixtures/full-corpus/corpus.ts";
import { type ApiProcess, startApi } from "../../servers/api.ts";
import { createDataDir } from "../../servers/pglite.ts";
import { generateCorpus } from "../bench/corpus.ts";
import { LoadReport, tableOf } from "./account.ts";
import { residentBytes, trendOf } from "./memory.ts";

const MINUTES = Number(Bun.env["SOAK_MINUTES"] ?? 30);
const SECONDS = MINUTES * 60;
const DOCUMENTS = ["--documents", Bun.env["SOAK_DOCUMENTS"] ?? String(REAL_RECORDS)];
const SEED = Number(Bun.env["SOAK_SEED"] ?? 1);
const ADMIN_TOKEN = "un-jeton-d-administration-de-test";
const SAMPLE_MS = 2000;
/** The caches fill, and the collector finds its pace. */
const WARM_UP = 0.2;
/** What the collector's own breathing explains. */
const MAX_GROWTH = 1.15;
/** Documents of the next day's export that are new editions; a tenth as many are new, or gone. */
const REVISED = 90;
const START_LIMIT_MS = 1_800_000;
const LOAD_LIMIT_MS = SECONDS * 1000 + 600_000;

const IS_FULL = Bun.env["FULL"] === "1";
const title = "every route at once, at real size, for a long time";

describe.skipIf(!IS_FULL)(IS_FULL ? title : `${title} (FULL=1)`, () => {
  let source: string;
  let nextDay: string;
  let dataDir: string;
  let api: ApiProcess;

  beforeAll(async () => {
    source = generateCorpus(DOCUMENTS);
    nextDay = generateCorpus([...DOCUMENTS, "--revise", String(REVISED), "--date", "2026-06-06"]);
    dataDir = await createDataDir();
    const variables = { TRUST_PROXY: "127.0.0.1", ADMIN_TOKEN, SOURCE: source, DATA_DIR: dataDir };
    const startedAt = performance.now();
    api = await startApi({ ...variables, LOG_LEVEL: "error" });
    console.log(`ingestion et démarrage : ${secondsSince(startedAt)} s`);
  }, START_LIMIT_MS);
  afterAll(async () => {
    await api?.stop();
    if (dataDir !== undefined) rmSync(dataDir, { recursive: true });
  }, START_LIMIT_MS);

  test(
    `${MINUTES} minutes: nothing fails and memory stays where it was`,
    async () => {
      const samples: number[] = [];
      const sampling = setInterval(async () => {
        samples.push(await residentBytes(api.url, ADMIN_TOKEN));
      }, SAMPLE_MS);
      const ended = sendLoad(api.url);
      await Bun.sleep((SECONDS * 1000) / 2);
      const run = await ingestNextDay();
      const report = await ended;
      clearInterval(sampling);

      const { first, last, highest } = trendOf(samples, WARM_UP);
      console.log(tableOf(report));
      console.log(`réponses : ${JSON.stringify(report.statuses)} ; parties avant : ${report.left}`);
      console.log(`ingestion pendant la charge : ${JSON.stringify(run)}`);
      console.log(
        `mémoire résidente après ${WARM_UP * 100} % de chauffe : premier quart ${mebibytes(first)}, ` +
          `dernier quart ${mebibytes(last)} (× ${(last / first).toFixed(3)}), au plus ${mebibytes(highest)}`,
      );
      console.log(`au fil du temps : ${spread(samples, 12).map(mebibytes).join(", ")}`);
      expect(report.faults.join("\n")).toBe("");
      expect(report.left).toBeGreaterThan(0);
      expect(run).toMatchObject({ statut: "succeeded", comptes: { modified: REVISED } });
      expect(last / first).toBeLessThan(MAX_GROWTH);
    },
    LOAD_LIMIT_MS,
  );

  async function sendLoad(url: string): Promise<LoadReport> {
    const script = join(import.meta.dir, "clients.ts");
    const clients = Bun.spawn([process.execPath, script, url, ADMIN_TOKEN, String(SECONDS), String(SEED)], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const printed = await new Response(clients.stdout).text();
    expect(await clients.exited).toBe(0);
    return Value.Parse(LoadReport, JSON.parse(printed));
  }

  /** The export of the day after, at the same place, and the run that the morning would start. */
  async function ingestNextDay(): Promise<unknown> {
    renameSync(nextDay, source);
    const { id } = await admin("/admin/ingest", { method: "POST", body: "{}" });
    for (;;) {
      await Bun.sleep(1000);
      const { statut, comptes, message, debut, etapes } = await admin(`/admin/runs/${id}`);
      if (statut !== "queued" && statut !== "running") return { statut, comptes, message, debut, etapes };
    }
  }

  async function admin(path: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" };
    const answer = await fetch(api.url + path, { ...init, headers });
    const body: unknown = await answer.json();
    if (typeof body !== "object" || body === null) throw new Error("a JSON object was expected");
    return { ...body };
  }
});

/** So many of the samples, at a regular pace. */
function spread(samples: readonly number[], count: number): number[] {
  const step = Math.max(1, Math.floor(samples.length / count));
  return samples.filter((_, index) => index % step === 0);
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(0);
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} Mio`;
}
