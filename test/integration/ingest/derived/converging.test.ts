import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../../../config/config.ts";
import { readRun, requestRun } from "../../../../db/runs/runs.ts";
import { viewRun } from "../../../../db/runs/view.ts";
import { type IngestionWorker, startWorker } from "../../../../ingest/worker.ts";
import { addCorpusGauges } from "../../../../src/metrics/gauges.ts";
import { Metrics } from "../../../../src/metrics/registry.ts";
import { EMBEDDED_ENGINES } from "../../../fixtures/engines.ts";
import { temporaryFolder } from "../../../folders.ts";
import { meilisearchAbsence, type OwnMeilisearch, startServer } from "../../../servers/meilisearch.ts";
import { createMigratedDatabase, serverAbsence } from "../../../servers/postgres.ts";
import { type QdrantDouble, startQdrant } from "../../../servers/qdrant.ts";
import { openService, type TestService } from "../../../servers/service.ts";
import { addsDocuments, openSpy, type Spy } from "../../../servers/spied-meilisearch.ts";
import { startWorkerProcess } from "../../../servers/worker.ts";
import { contenu, dating, writeExport } from "../exports.ts";

setDefaultTimeout(180_000);

/** What a store may stay behind once nothing keeps it from being brought in step. */
const HEALED_WITHIN_MS = 60_000;
const DOCUMENTS = 60;
const CHANGED = 23;
/** Each changed document leaves a past text. */
const TEXTS = 2 * CHANGED;

/** The first documents of the second export have a word that the first has not. */
function exported(changed: number): string {
  const lines = Array.from({ length: DOCUMENTS }, (_, index) => {
    const [date, texte] =
      index < changed ? ["2021-02-01", "Un sémaphore allumé."] : ["2021-01-01", "Un phare éteint."];
    return contenu(`BOI-IR-PHARE-${index + 1}0`, { date, pgp: index + 1, texte: `${texte} Point ${index}.` });
  });
  return writeExport([...lines, dating("2021-02-28")], `2026-01-0${changed === 0 ? 1 : 2}T00:00:00Z`);
}

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const SEARCH = "/v1/search?q=s%C3%A9maphore";

interface Warning {
  readonly code: string;
  readonly documents?: number;
}

interface Found {
  readonly total: number;
  readonly avertissements?: readonly Warning[];
}

type Engines = Partial<Pick<Config, "database" | "fulltext" | "vectors">>;

/** A service filled with the first export, and a worker beside it once it is started. */
class Bench {
  private worker: IngestionWorker | null = null;
  private key = "";

  private constructor(
    readonly service: TestService,
    private readonly engines: Engines,
  ) {}

  static async open(engines: Engines): Promise<Bench> {
    const bench = new Bench(await openService(exported(0), engines), engines);
    bench.key = await bench.service.key("interne");
    return bench;
  }

  startWorker(): void {
    const { store, dataDir } = this.service;
    const engines = { ...EMBEDDED_ENGINES, database: { kind: "embedded" }, ...this.engines } as const;
    const settings = { source: "sample", isSourceNamed: true, ingestCron: "0 0 1 1 *" };
    this.worker = startWorker({
      config: { ...engines, dataDir, ...settings },
      store,
      log: SILENT,
      model: null,
    });
  }

  /** The state of a run that the worker executes, once it ended. */
  async run(source: string) {
    const id = await requestRun(this.service.database, { source, forced: true });
    this.worker?.wake();
    return await within(async () => {
      const run = await readRun(this.service.database, id);
      return run?.endedAt == null ? null : run;
    });
  }

  async search(): Promise<{ readonly status: number; readonly found: Found }> {
    const answer = await this.service.get(SEARCH, this.key);
    return { status: answer.status, found: JSON.parse(await answer.text()) };
  }

  async hybrid(): Promise<Found> {
    const answer = await this.service.get("/v1/search/hybride", this.key, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question: "un sémaphore allumé" }),
    });
    return JSON.parse(await answer.text());
  }

  async status(): Promise<{ status: string; checks: Record<string, { ok: boolean; detail?: string }> }> {
    return JSON.parse(await (await this.service.get("/v1/status")).text());
  }

  /** As `/metrics` gives it. */
  async behind(): Promise<Record<string, number>> {
    const metrics = new Metrics();
    addCorpusGauges(metrics, this.service.database, () => new Date());
    const text = await metrics.registry.getSingleMetricAsString("doctrine_store_documents_behind");
    const series = text.matchAll(/^doctrine_store_documents_behind\{store="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...series].map(([, store = "", count]) => [store, Number(count)]));
  }

  /** Resolves once a search finds all there is, without a warning, and status and metrics agree. */
  async healed(total: number): Promise<void> {
    await within(async () => {
      const { status, found } = await this.search();
      return status === 200 && found.total === total && found.avertissements === undefined ? found : null;
    });
    await within(async () => ((await this.status()).status === "operational" ? true : null));
    expect(await this.behind()).toEqual({ fulltext: 0, postings: 0, vectors: 0 });
  }

  async close(): Promise<void> {
    await this.worker?.stop();
    await this.service.close();
  }
}

/** What `read` gives once it is not null. @throws past the time in which a store must heal. */
async function within<Value>(read: () => Promise<Value | null>): Promise<Value> {
  const deadline = performance.now() + HEALED_WITHIN_MS;
  for (;;) {
    const value = await read();
    if (value !== null) return value;
    if (performance.now() > deadline) throw new Error("not healed in time");
    await Bun.sleep(50);
  }
}

const lateOf = ({ avertissements = [] }: Found) =>
  avertissements.filter(({ code }) => code === "index_en_retard").map(({ documents }) => documents);

const STORES = [
  { name: "PGlite", absence: null, open: async () => null },
  { name: "PostgreSQL", absence: serverAbsence, open: createMigratedDatabase },
] as const;

describe.each(STORES)("a derived store beside $name", ({ name, absence, open }) => {
  let database: Awaited<ReturnType<typeof open>>;
  let bench: Bench;

  const openBench = async (engines: Engines) => {
    database = await open();
    const server = database === null ? {} : { database: { kind: "server", url: database.url } as const };
    bench = await Bench.open({ ...engines, ...server });
  };
  const closeBench = async () => {
    await bench.close();
    await database?.drop();
  };

  describe.skipIf((absence ?? meilisearchAbsence) !== null)("in Meilisearch", () => {
    let folder: string;
    let server: OwnMeilisearch;
    let spy: Spy;

    beforeEach(async () => {
      folder = temporaryFolder();
      server = await startServer(folder);
      spy = openSpy(server.url);
      const { url } = spy;
      await openBench({
        fulltext: { kind: "meilisearch", url, key: server.key, index: "doctrine", keepsSettings: false },
      });
    });
    afterEach(async () => {
      spy.tamper(null);
      await closeBench();
      await spy.close();
      await server.stop();
    });

    const revive = async () => {
      server = await startServer(folder, Number(new URL(server.url).port));
    };
    /** From now on the server gets no document until the result is called. */
    const holdWrites = () => {
      const { promise: isFree, resolve } = Promise.withResolvers<void>();
      const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
      spy.tamper(async (seen) => {
        if (addsDocuments(seen)) {
          asked();
          await isFree;
        }
        return null;
      });
      return { release: resolve, isAsked };
    };

    test("that dies in the middle of a run heals by itself, and is told until then", async () => {
      bench.startWorker();
      spy.tamper(async (seen) => {
        if (addsDocuments(seen)) await server.kill();
        return null;
      });
      const run = await bench.run(exported(CHANGED));
      expect(run).toMatchObject({ status: "succeeded", counts: { unindexed: TEXTS } });
      expect(run.message).toContain("le worker le complétera");
      expect(viewRun(run).dettes).toEqual([{ index: "plein_texte", entrees: TEXTS }]);
      const { checks } = await bench.status();
      expect(checks["search"]).toMatchObject({ ok: false });
      expect(await bench.behind()).toMatchObject({ fulltext: CHANGED, postings: 0, vectors: 0 });
      const { release } = holdWrites();
      await revive();
      const { found } = await within(async () => {
        const answer = await bench.search();
        return answer.status === 200 ? answer : null;
      });
      expect(found).toMatchObject({ total: 0, avertissements: [{ code: "index_en_retard" }, {}] });
      expect(lateOf(found)).toEqual([CHANGED]);
      const degraded = await bench.status();
      expect(degraded.status).toBe("degraded");
      expect(degraded.checks["search"]?.detail).toContain(
        `plein texte est en retard de ${CHANGED} documents`,
      );
      release();
      await bench.healed(CHANGED);
    });

    test.each(["deleted", "emptied"])("whose index is %s behind our back is filled again", async (fate) => {
      await bench.service.ingest(exported(CHANGED), true);
      await bench.healed(CHANGED);
      const { release, isAsked } = holdWrites();
      for (const uid of ["doctrine", "doctrine-titres"]) {
        const task =
          fate === "deleted" ? server.client.deleteIndex(uid) : server.client.index(uid).deleteAllDocuments();
        await task.waitTask();
      }
      bench.startWorker();
      await within(() => isAsked.then(() => true));
      expect(await bench.behind()).toMatchObject({ fulltext: DOCUMENTS });
      expect((await bench.status()).checks["search"]?.detail).toContain(`${DOCUMENTS} documents`);
      if (fate === "emptied") expect(lateOf((await bench.search()).found)).toEqual([DOCUMENTS]);
      release();
      await bench.healed(CHANGED);
    });

    // An embedded worker is the service itself.
    test.skipIf(name === "PGlite")(
      "that a killed worker left behind is told, and written by the next worker",
      async () => {
        const start = () =>
          startWorkerProcess({
            DATABASE_URL: database?.url ?? "",
            MEILI_URL: spy.url,
            MEILI_KEY: server.key,
            SOURCE: "sample",
            DATA_DIR: temporaryFolder(),
          });
        const killed = start();
        const { promise: isKilled, resolve } = Promise.withResolvers<boolean>();
        spy.tamper(async (seen) => {
          if (!addsDocuments(seen)) return null;
          await killed.stop("SIGKILL");
          resolve(true);
          return { answer: new Response("", { status: 503 }) };
        });
        await requestRun(bench.service.database, { source: exported(CHANGED), forced: true });
        await within(() => isKilled);
        spy.tamper(null);
        expect(lateOf((await bench.search()).found)).toEqual([CHANGED]);
        expect((await bench.status()).status).toBe("degraded");
        // How far the stems and the vectors came meanwhile is not told, but what is told of them is true.
        const { fulltext, postings = 0, vectors = 0 } = await bench.behind();
        const hybridLate = Math.max(postings, vectors);
        expect(fulltext).toBe(CHANGED);
        expect(lateOf(await bench.hybrid())).toEqual(hybridLate === 0 ? [] : [hybridLate]);
        const next = start();
        await bench.healed(CHANGED);
        expect(await next.stop("SIGTERM")).toBe(0);
      },
    );
  });

  describe.skipIf(absence !== null)("in Qdrant", () => {
    let qdrant: QdrantDouble;

    beforeEach(async () => {
      qdrant = startQdrant();
      await openBench({
        vectors: { kind: "qdrant", url: qdrant.url, apiKey: null, shards: 1, replicas: 1, exact: false },
      });
    });
    afterEach(async () => {
      await closeBench();
      await qdrant.stop();
    });

    test("that is away during a run, then lost, heals by itself, and is told until then", async () => {
      await qdrant.refuse();
      await bench.service.ingest(exported(CHANGED), true);
      expect(await bench.behind()).toEqual({ fulltext: 0, postings: 0, vectors: CHANGED });
      qdrant.resume();
      expect(lateOf(await bench.hybrid())).toEqual([CHANGED]);
      expect((await bench.status()).checks["vectorize"]).toMatchObject({ ok: false });
      bench.startWorker();
      await bench.healed(CHANGED);
      expect(lateOf(await bench.hybrid())).toEqual([]);
      const [former] = qdrant.collections();
      for (const name of qdrant.collections()) qdrant.engine.delete(name);
      await within(async () => (qdrant.collections().length > 0 ? true : null));
      expect(qdrant.collections()).not.toEqual([former]);
      await bench.healed(CHANGED);
    });
  });

  describe.skipIf(absence !== null)("of the embedded engines", () => {
    beforeEach(() => openBench({}));
    afterEach(closeBench);

    test("whose file is lost is made again", async () => {
      await bench.service.ingest(exported(CHANGED), true);
      for (const suffix of ["", "-wal", "-shm"])
        rmSync(join(bench.service.dataDir, `fulltext.sqlite${suffix}`), { force: true });
      bench.startWorker();
      await bench.healed(CHANGED);
    });
  });
});
