import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openRelational, type RelationalStore } from "../../../db/postgres/open.ts";
import { type Run, readRun, readRuns, requestRun } from "../../../db/runs/runs.ts";
import manifest from "../../../package.json";
import { temporaryFolder } from "../../folders.ts";
import { startCollector } from "../../servers/collector.ts";
import { openHeldSource } from "../../servers/held-source.ts";
import { meilisearchAbsence, meilisearchServer } from "../../servers/meilisearch.ts";
import { createDatabase, serverAbsence } from "../../servers/postgres.ts";
import { type LogLine, startWorkerProcess, type WorkerProcess } from "../../servers/worker.ts";
import { contenu, dating, ingester, TEN, visibleState, writeExport } from "./exports.ts";

setDefaultTimeout(60_000);

/** Enough for a run to be under way for more than a second. */
const MANY = [
  ...Array.from({ length: 250 }, (_, index) =>
    contenu(`BOI-IR-MANY-${index}`, {
      date: "2021-03-01",
      pgp: index + 1,
      texte: `${index}. ${"Une phrase du texte. ".repeat(400)}`,
    }),
  ),
  dating("2021-03-31"),
];

describe.skipIf(serverAbsence !== null)(`workers on a server ${serverAbsence ?? ""}`, () => {
  const started: WorkerProcess[] = [];
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let store: RelationalStore;
  let environment: Record<string, string>;

  beforeEach(async () => {
    database = await createDatabase();
    store = await openRelational({ database: { kind: "server", url: database.url }, dataDir: "" });
    environment = { DATABASE_URL: database.url, SOURCE: writeExport([...TEN, dating("2021-01-31")]) };
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((worker) => worker.stop("SIGKILL")));
    await store.close();
    await database.drop();
  });

  /** Each as if on a machine of its own, as far as folders go. */
  const start = (variables: Readonly<Record<string, string>> = {}, ...args: string[]) => {
    const worker = startWorkerProcess({ ...environment, DATA_DIR: temporaryFolder(), ...variables }, ...args);
    started.push(worker);
    return worker;
  };
  const ended = async (id: number): Promise<Run> => {
    for (;;) {
      const run = await readRun(store.database, id);
      if (run !== null && run.endedAt !== null) return run;
      await Bun.sleep(20);
    }
  };

  test("two workers execute each run once; the one that waits says so", async () => {
    const source = await openHeldSource([...TEN, dating("2021-01-31")]);
    const workers = [start(), start()];
    await Promise.all(workers.map((worker) => worker.logged(({ msg }) => msg === "worker ready")));
    const id = await requestRun(store.database, { source: source.url, forced: false });
    await source.asked;
    await Promise.race(
      workers.map((worker) => worker.logged(({ msg }) => msg.includes("this worker waits"))),
    );
    source.answer();
    expect(await ended(id)).toMatchObject({ status: "succeeded", counts: { created: 10 } });
    const starts = workers.flatMap(({ lines }) => lines.filter(({ msg }) => msg === "ingestion started"));
    expect(starts).toHaveLength(1);
    source.close();
  });

  test.skipIf(meilisearchAbsence !== null)("a worker writes the key that the API reads with", async () => {
    const { url, key } = await meilisearchServer();
    const path = join(temporaryFolder(), "lecture");
    const worker = start({ MEILI_URL: url, MEILI_KEY: key, MEILI_SEARCH_KEY_FILE: path });
    await worker.logged(({ msg }) => msg === "search key written to its file");
    const written = await readFile(path, "utf8");
    expect(written).toMatch(/^\w{64}\n$/);
    expect(written.trim()).not.toBe(key);
    expect(JSON.stringify(worker.lines)).not.toContain(written.trim());
    expect(await worker.stop("SIGTERM")).toBe(0);
  });

  test("a worker serves its metrics where it is told to, behind the operator's token, and them alone", async () => {
    const token = "0123456789abcdef".repeat(2);
    const worker = start({ METRICS_PORT: "0", HOST: "127.0.0.1", ADMIN_TOKEN: token }, "--now");
    await worker.logged(({ msg }) => msg === "scrub ended");
    const address = worker.lines.find(({ msg }) => msg === "worker ready")?.metrics ?? "";
    const ask = (path: string, authorization: string, method = "GET") =>
      fetch(new URL(path, address), { method, headers: { authorization } });
    const answers = await Promise.all([
      ask("/metrics", ""),
      ask("/metrics", `Bearer ${token}x`),
      ask("/", `Bearer ${token}`),
      ask("/metrics", `Bearer ${token}`, "DELETE"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 404, 404]);
    const answer = await ask("/metrics", `Bearer ${token}`);
    expect(answer.headers.get("content-type")).toStartWith("text/plain");
    const series = (await answer.text()).split("\n");
    for (const line of [
      'doctrine_runs_total{status="succeeded"} 1',
      'doctrine_runs_total{status="failed"} 0',
      "doctrine_run_in_progress 0",
      'doctrine_up{store="relational"} 1',
      `doctrine_build_info{version="${manifest.version}"} 1`,
      'doctrine_pool_connections_max{pool="primary"} 10',
    ])
      expect(series).toContain(line);
    expect(series.filter((line) => line.startsWith("doctrine_run_stage_seconds{")).length).toBeGreaterThan(5);
    expect(worker.lines.filter(({ msg }) => msg === "wrong operator token")).toHaveLength(1);
    expect(await worker.stop("SIGTERM")).toBe(0);
  });

  test("a worker that is asked for traces sends each run with its stages, at its stop at the latest", async () => {
    const collector = startCollector();
    const otel = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
    const worker = start({ ...otel, OTEL_BSP_SCHEDULE_DELAY: "60000" }, "--now");
    await worker.logged(({ msg }) => msg === "scrub ended");
    expect(collector.spans).toEqual([]);
    expect(await worker.stop("SIGTERM")).toBe(0);
    const run = collector.spans.find(({ name }) => name === "ingestion");
    const stages = collector.spans.filter(({ parentSpanId }) => parentSpanId === run?.spanId);
    expect(stages.map(({ name }) => name)).toEqual(
      worker.lines.flatMap(({ msg, stage }) => (msg === "stage ended" ? (stage ?? []) : [])),
    );
    expect(JSON.stringify(collector.resources)).toContain(`${manifest.name}-worker`);
    await collector.stop();
  });

  test("a worker listens nowhere unless it is told to", async () => {
    const worker = start();
    await worker.logged(({ msg }) => msg === "worker ready");
    expect(worker.lines.flatMap(({ metrics }) => metrics ?? [])).toEqual([]);
  });

  test("two workers of one schedule ask for one run an instant", async () => {
    const workers = [start({ INGEST_CRON: "*/2 * * * * *" }), start({ INGEST_CRON: "*/2 * * * * *" })];
    const isAskedTwice = ({ msg }: LogLine) => msg === "another worker asked for the daily run";
    await Promise.race(workers.map((worker) => worker.logged(isAskedTwice)));
    expect(await Promise.all(workers.map((worker) => worker.stop("SIGTERM")))).toEqual([0, 0]);
    const runs = await readRuns(store.database, 50);
    const instants = runs.map(({ scheduledFor }) => scheduledFor?.getTime() ?? 0);
    expect(new Set(instants).size).toBe(runs.length);
    expect(instants.every((instant) => instant % 2_000 === 0)).toBe(true);
  });

  test("a worker that is asked to stop ends its batch, and the next one goes on to the same state", async () => {
    const source = { SOURCE: writeExport(MANY) };
    const worker = start(source, "--now");
    await worker.logged(({ msg, stage }) => msg === "stage ended" && stage === "diff");
    await Bun.sleep(200);
    expect(await worker.stop("SIGTERM")).toBe(0);
    expect(worker.lines.map(({ msg }) => msg)).toContain("worker stopped");
    const [interrupted] = await readRuns(store.database, 1);
    expect(interrupted).toMatchObject({ status: "interrupted", stages: expect.any(Array) });
    expect(interrupted?.counts.created).toBeLessThan(250);

    const next = start(source);
    await next.logged(({ msg, status }) => msg === "ingestion ended" && status === "succeeded");
    const resumed = await ended((interrupted?.id ?? 0) + 1);
    expect(resumed.counts.created).toBe(250 - (interrupted?.counts.created ?? 0));
    expect(await visibleState(store.database)).toEqual(await undisturbedState());
    expect(resumed.proof).toMatchObject({ fulltext: { agrees: true, expected: { count: 250 } } });
  });

  test("a run whose lock is lost writes nothing more, and is taken up again", async () => {
    const worker = start({ SOURCE: writeExport(MANY) }, "--now");
    await worker.logged(({ msg, stage }) => msg === "stage ended" && stage === "diff");
    await Bun.sleep(100);
    await store.database.$client`
      select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7281002`;
    await worker.logged(({ msg }) => msg === "ingestion worker failed");
    const lost = (await readRuns(store.database, 5)).at(-1);
    expect(lost).toMatchObject({
      status: "interrupted",
      message: expect.stringContaining("verrou d'ingestion est perdue"),
    });
    await worker.logged(({ msg, status }) => msg === "ingestion ended" && status === "succeeded");
    expect(await visibleState(store.database)).toEqual(await undisturbedState());
  });

  let undisturbed: Promise<unknown> | null = null;

  /** The state after MANY was ingested in one run. */
  function undisturbedState(): Promise<unknown> {
    undisturbed ??= stateAfter(MANY);
    return undisturbed;
  }

  async function stateAfter(lines: readonly string[]): Promise<unknown> {
    const { url, drop } = await createDatabase();
    const other = await openRelational({ database: { kind: "server", url }, dataDir: "" });
    await ingester(other.database).ingest(writeExport(lines));
    const state = await visibleState(other.database);
    await other.close();
    await drop();
    return state;
  }
});
