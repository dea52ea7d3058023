import { describe, expect, test } from "bun:test";
import { openRelational } from "../../../../db/postgres/open.ts";
import { claimRun, INTERRUPTED, readRun, requestRun } from "../../../../db/runs/runs.ts";
import { viewRun } from "../../../../db/runs/view.ts";
import { RunQueue } from "../../../../ingest/queue/queue.ts";
import { drainInThread } from "../../../../ingest/queue/thread.ts";
import { startWorker } from "../../../../ingest/worker.ts";
import { EMBEDDED_ENGINES } from "../../../fixtures/engines.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";
import { openHeldSource } from "../../../servers/held-source.ts";
import { createDatabase, serverAbsence } from "../../../servers/postgres.ts";
import { openEmbedded } from "../../../servers/stores.ts";
import { dating, TEN, writeExport } from "../exports.ts";
import { useOwnStore } from "../own-store.ts";

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const never = new AbortController().signal;
const source = writeExport([...TEN, dating("2021-01-31")]);

describe("the queue of runs, embedded", () => {
  const store = useOwnStore(openEmbedded);

  const config = { ...EMBEDDED_ENGINES, dataDir: temporaryFolder(), database: { kind: "embedded" } } as const;

  test("executes the runs asked for in a thread, oldest first, and ends their rows", async () => {
    const ids = [await request(), await request()];
    expect(await new RunQueue({ config, store }).drain()).toBe(true);
    const [first, second] = await Promise.all(ids.map((id) => readRun(store.database, id)));
    expect(first).toMatchObject({
      status: "succeeded",
      stage: null,
      progress: null,
      counts: { created: 10 },
    });
    expect(second).toMatchObject({ status: "succeeded", counts: { unchanged: 11 } });
    expect(first?.endedAt?.getTime()).toBeLessThanOrEqual(second?.startedAt?.getTime() ?? 0);
  });

  test("marks as interrupted what a dead process left running", async () => {
    const id = await request();
    await claimRun(store.database);
    await new RunQueue({ config, store }).drain();
    const run = await readRun(store.database, id);
    expect(run).toMatchObject({ status: "interrupted", message: INTERRUPTED });
    expect(run?.endedAt).not.toBeNull();
  });

  test("stops at the next batch when asked to, and says so", async () => {
    const queue = new RunQueue({ config, store });
    const id = await request();
    const drained = queue.drain();
    await queue.stop();
    await drained;
    const status = (await readRun(store.database, id))?.status;
    expect(["queued", "interrupted"]).toContain(String(status));
  });

  test("a worker executes at once what it is woken for, and nothing after it is stopped", async () => {
    const faults: unknown[] = [];
    const settings = { ...config, source, isSourceNamed: true, ingestCron: "0 4 * * *" };
    const worker = startWorker({
      config: settings,
      store,
      log: { ...SILENT, error: (fault: unknown) => faults.push(fault) },
      model: null,
    });
    const id = await request();
    worker.wake();
    await until(async () => (await readRun(store.database, id))?.status === "succeeded");
    await worker.stop();
    const late = await request();
    worker.wake();
    await Bun.sleep(50);
    expect((await readRun(store.database, late))?.status).toBe("queued");
    expect(faults).toEqual([]);
  });

  test("a run is told in the words of the contract", async () => {
    const run = await readRun(store.database, await request());
    expect(run === null ? null : viewRun(run)).toMatchObject({
      statut: "queued",
      etape: null,
      avancement: null,
      origine: source,
      force: false,
      debut: null,
      fin: null,
      date_reference: null,
      comptes: { created: 0 },
      erreurs: [],
      message: null,
    });
  });

  function request(): Promise<number> {
    return requestRun(store.database, { source, forced: false });
  }
});

describe.skipIf(serverAbsence !== null)(`the queue of runs on a server ${serverAbsence ?? ""}`, () => {
  test("is executed by one process at a time", async () => {
    const { url, drop } = await createDatabase();
    const config = {
      ...EMBEDDED_ENGINES,
      dataDir: temporaryFolder(),
      database: { kind: "server", url },
    } as const;
    const [store, other] = [await openRelational(config), await openRelational(config)];
    const source = await openHeldSource([...TEN, dating("2021-01-31")]);
    const id = await requestRun(store.database, { source: source.url, forced: false });
    const draining = new RunQueue({ config, store }).drain();
    await source.asked;
    expect(await new RunQueue({ config, store: other }).drain()).toBe(false);
    expect((await readRun(other.database, id))?.status).toBe("running");
    source.answer();
    expect(await draining).toBe(true);
    expect(await readRun(other.database, id)).toMatchObject({ status: "succeeded", counts: { created: 10 } });
    source.close();
    await Promise.all([store.close(), other.close()]);
    await drop();
  });

  test("tells in words that the server refuses what its thread asks, and no stack is shown", async () => {
    const { url, drop } = await createDatabase();
    const connection = { kind: "server", url: `${url}_absente` } as const;
    const config = { ...EMBEDDED_ENGINES, dataDir: temporaryFolder() };
    const draining = drainInThread(
      { connection, config, proof: null, law: null, model: null, resumes: false },
      never,
      () => {},
    );
    expect(await rejectionOf(draining)).toMatchObject({
      name: "EngineUnavailable",
      engine: "postgres",
      message: expect.stringContaining("La base de données répond par une erreur (3D000"),
    });
    await drop();
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await Bun.sleep(20);
}
