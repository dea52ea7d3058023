import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { recordDebt } from "../../../../db/ingestion/derived/debts.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { readActiveEmbedder, readRevision } from "../../../../db/queries/corpus.ts";
import type { Run } from "../../../../db/runs/runs.ts";
import { storeDebts } from "../../../../db/schema/ingestion.ts";
import { passageVectors } from "../../../../db/schema/passages.ts";
import { textHashOf } from "../../../../ingest/derived/passages.ts";
import { rebuildStore } from "../../../../ingest/derived/stores.ts";
import type { VectorIndex } from "../../../../search/vectors/port.ts";
import { openQdrantIndex } from "../../../../search/vectors/qdrant/index.ts";
import { AWAY } from "../../../fixtures/absent-stores.ts";
import { startQdrant } from "../../../servers/qdrant.ts";
import { forOneStore } from "../../../servers/stores.ts";
import { contenu, dating, emptyStore, type Ingester, ingester, TEN, writeExport } from "../exports.ts";

const JANUARY = dating("2021-01-31");
const MARCH = dating("2021-03-31");
const A = contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1, texte: "Première rédaction." });
// Reuses the words of the first one, so that the model of the corpus is not trained again.
const A_NEXT = contenu("BOI-IR-A", { date: "2021-03-01", pgp: 1, texte: "Rédaction première." });

forOneStore((_, open) => {
  const qdrant = startQdrant();
  const index = openQdrantIndex({ url: qdrant.url, apiKey: null, prefix: "essai" });
  const vectors = { embeddings: { kind: "corpus" }, index } as const;
  let store: RelationalStore;
  let runs: Ingester;
  beforeAll(async () => {
    store = await open();
  });
  beforeEach(() => {
    runs = ingester(store.database);
  });
  afterEach(async () => {
    qdrant.faults.lostWrites = 0;
    qdrant.faults.missedNeighbours = 0;
    await index.keepOnly([]);
    await emptyStore(store.database);
  });
  afterAll(async () => {
    await qdrant.stop();
    await store.close();
  });

  const ingest = async (lines: readonly string[]) => runs.ingest(writeExport(lines), { vectors });
  const embedded = async (lines: readonly string[]) => (await ingest(lines)).counts.embedded;
  /** How many points the index has for the version in use. */
  const held = async () => {
    const version = await readActiveEmbedder(store.database);
    return (await (await index.open(version ?? ""))?.held())?.size ?? 0;
  };
  const debts = async () => (await store.database.select().from(storeDebts)).map(({ store }) => store);
  const outcome = ({ status, counts: { embedded, unembedded } }: Run) => ({ status, embedded, unembedded });

  describe("the vectors of a run", () => {
    test("are those of the passages of the documents in force, with their titles", async () => {
      expect(await embedded([...TEN, A, JANUARY])).toBe(11);
      const rows = await store.database.select({ textHash: passageVectors.textHash }).from(passageVectors);
      const textHash = textHashOf("IR - BOI-IR-A\nPremière rédaction.");
      expect([rows.length, await held()]).toEqual([11, 11]);
      expect(rows).toContainEqual({ textHash });
    });

    test("are not made again by a run that brings nothing", async () => {
      await ingest([...TEN, A, JANUARY]);
      const revision = await readRevision(store.database);
      expect(await embedded([...TEN, A, JANUARY])).toBe(0);
      expect(await readRevision(store.database)).toBe(revision);
    });

    test("are made for what changed, and for nothing else", async () => {
      await ingest([...TEN, A, JANUARY]);
      expect([await embedded([...TEN, A_NEXT, MARCH]), await held()]).toEqual([1, 11]);
    });

    test("leave with their document and come back with it, without being made again", async () => {
      await ingest([...TEN, A, JANUARY]);
      await ingest([...TEN, MARCH]);
      expect(await held()).toBe(10);
      expect([await embedded([...TEN, A, dating("2021-05-31")]), await held()]).toEqual([0, 11]);
    });
  });

  test("a rebuild puts a new index in the place of the live one, and embeds nothing again", async () => {
    await ingest([...TEN, A, JANUARY]);
    const before = qdrant.collections();
    const version = await readActiveEmbedder(store.database);
    await rebuildStore(store.database, { fullText: AWAY, vectors }, "vectors");
    expect([await readActiveEmbedder(store.database), await held()]).toEqual([version, 11]);
    expect(qdrant.collections()).toHaveLength(2);
    expect(qdrant.collections()).not.toEqual(before);
  });

  describe("the recall of the index", () => {
    const TOLD = /Qdrant retrouve [\d,]+ % .* moins que les 99 % attendus : chaque question est comparée/;

    test("below what is expected, is told by every run, which succeeds: nothing is missed meanwhile", async () => {
      qdrant.faults.missedNeighbours = 3;
      const first = await ingest([...TEN, A, JANUARY]);
      const again = await ingest([...TEN, A, JANUARY]);
      for (const { status, message } of [first, again]) {
        expect(status).toBe("succeeded");
        expect(message).toMatch(TOLD);
      }
      qdrant.faults.missedNeighbours = 0;
      expect((await ingest([...TEN, A, JANUARY])).message).toBeNull();
      expect(await debts()).toEqual([]);
    });

    test("is measured after a run that wrote, and after one that was cut short before it was", async () => {
      await ingest([...TEN, A, JANUARY]);
      qdrant.faults.missedNeighbours = 3;
      expect((await ingest([...TEN, A, JANUARY])).message).toBeNull();
      // As left by a run killed between its writes and its end.
      await recordDebt(store.database, "vectors", { reason: "remplissage inachevé", now: new Date() });
      expect((await ingest([...TEN, A, JANUARY])).message).toMatch(TOLD);
      qdrant.faults.missedNeighbours = 0;
      expect((await ingest([...TEN, A_NEXT, MARCH])).message).toBeNull();
    });
  });

  describe("a store that is away", () => {
    test("leaves a debt, and nothing else suffers; the next run pays it", async () => {
      await qdrant.refuse();
      const run = await ingest([...TEN, A, JANUARY]);
      expect(outcome(run)).toEqual({ status: "succeeded", embedded: 11, unembedded: 11 });
      expect(run.counts.indexed).toBe(11);
      expect(run.message).toContain("Qdrant");
      expect(await debts()).toEqual(["vectors"]);
      qdrant.resume();
      expect(outcome(await ingest([...TEN, A, JANUARY]))).toEqual({
        status: "succeeded",
        embedded: 0,
        unembedded: 0,
      });
      expect([await debts(), await held()]).toEqual([[], 11]);
    });

    test("a write that was lost is made good by the next run", async () => {
      await ingest([...TEN, JANUARY]);
      qdrant.faults.lostWrites = 1;
      await ingest([...TEN, A, JANUARY]);
      expect(await held()).toBe(10);
      await ingest([...TEN, A, JANUARY]);
      expect(await held()).toBe(11);
    });

    test("a batch that it refuses, be it the last one, leaves a debt", async () => {
      const refusing: VectorIndex = {
        ...index,
        rebuild: (version, fill, sample) =>
          index.rebuild(
            version,
            (writer) =>
              fill({ ...writer, upsert: () => Promise.reject(new EngineUnavailable("qdrant", "Refusé.")) }),
            sample,
          ),
      };
      const refused = { embeddings: { kind: "corpus" }, index: refusing } as const;
      const run = await runs.ingest(writeExport([...TEN, A, JANUARY]), { vectors: refused });
      expect(outcome(run)).toEqual({ status: "succeeded", embedded: 11, unembedded: 11 });
      expect([run.message?.includes("Refusé."), await debts(), await held()]).toEqual([true, ["vectors"], 0]);
      expect(outcome(await ingest([...TEN, A, JANUARY])).unembedded).toBe(0);
      expect([await debts(), await held()]).toEqual([[], 11]);
    });

    test("an index that was emptied is filled again without embedding anything", async () => {
      await ingest([...TEN, A, JANUARY]);
      await index.keepOnly([]);
      expect([await embedded([...TEN, A, JANUARY]), await held()]).toEqual([0, 11]);
    });
  });
});
