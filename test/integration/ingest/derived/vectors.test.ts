import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { recordDebt } from "../../../../db/ingestion/indexing.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { readActiveEmbedder, readRevision } from "../../../../db/queries/corpus.ts";
import type { Run } from "../../../../db/runs/runs.ts";
import { storeDebts } from "../../../../db/schema/ingestion.ts";
import { passageVectors } from "../../../../db/schema/passages.ts";
import { openQdrantIndex } from "../../../../db/vectors/qdrant/index.ts";
import { rebuildVectors, type VectorStores } from "../../../../ingest/derived/vectors.ts";
import { startEmbeddingService } from "../../../servers/embeddings.ts";
import { startQdrant } from "../../../servers/qdrant.ts";
import { forEachStore } from "../../../servers/stores.ts";
import { contenu, dating, emptyStore, type Ingester, ingester, TEN, writeExport } from "../exports.ts";

const JANUARY = dating("2021-01-31");
const MARCH = dating("2021-03-31");
const A = contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1, texte: "Première rédaction." });
const A_NEXT = contenu("BOI-IR-A", { date: "2021-03-01", pgp: 1, texte: "Deuxième rédaction." });

forEachStore((_, open) => {
  const service = startEmbeddingService();
  const qdrant = startQdrant();
  const index = openQdrantIndex({ url: qdrant.url, apiKey: null, prefix: "essai" });
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
    await Promise.all([service.stop(), qdrant.stop()]);
    await store.close();
  });

  const modelled = (model: string): VectorStores => ({
    embeddings: {
      kind: "openai",
      url: service.url,
      model,
      apiKey: null,
      queryPrefix: "",
      passagePrefix: "",
      textWeight: 1,
    },
    index,
  });
  const ingest = async (lines: readonly string[], vectors = modelled("un")) =>
    runs.ingest(writeExport(lines), { vectors });
  const allSentDuring = async (work: () => Promise<unknown>) => {
    const before = service.requests.length;
    await work();
    return service.requests.slice(before).flatMap(({ input }) => input);
  };
  /** Passages sent: under a title, which neither a question nor the word that dimensions are learnt from is. */
  const sentDuring = async (work: () => Promise<unknown>) =>
    (await allSentDuring(work)).filter((text) => text.includes("\n"));
  /** How many points the index holds of the version in use. */
  const held = async () => {
    const version = await readActiveEmbedder(store.database);
    return (await (await index.open(version ?? ""))?.held())?.size ?? 0;
  };
  const debts = async () => (await store.database.select().from(storeDebts)).map(({ store }) => store);
  const outcome = ({ status, counts: { embedded, unembedded } }: Run) => ({ status, embedded, unembedded });

  describe("the vectors of a run", () => {
    test("are those of the passages of the documents in force, with their titles", async () => {
      const sent = await sentDuring(() => ingest([...TEN, A, JANUARY]));
      expect(sent).toHaveLength(11);
      expect(sent).toContain("IR - BOI-IR-A\nPremière rédaction.");
      expect(await held()).toBe(11);
    });

    test("are not made again by a run that brings nothing", async () => {
      await ingest([...TEN, A, JANUARY]);
      const revision = await readRevision(store.database);
      expect(await allSentDuring(() => ingest([...TEN, A, JANUARY]))).toEqual([]);
      expect(await readRevision(store.database)).toBe(revision);
    });

    test("are made for what changed, and for nothing else", async () => {
      await ingest([...TEN, A, JANUARY]);
      expect(await sentDuring(() => ingest([...TEN, A_NEXT, MARCH]))).toEqual([
        "IR - BOI-IR-A\nDeuxième rédaction.",
      ]);
      expect(await held()).toBe(11);
    });

    test("leave with their document and come back with it, without being made again", async () => {
      await ingest([...TEN, A, JANUARY]);
      await ingest([...TEN, MARCH]);
      expect(await held()).toBe(10);
      const sent = await sentDuring(() => ingest([...TEN, A, dating("2021-05-31")]));
      expect([sent, await held()]).toEqual([[], 11]);
    });

    test("of another model replace the old ones, which are removed", async () => {
      await ingest([...TEN, A, JANUARY]);
      const before = await readActiveEmbedder(store.database);
      const sent = await sentDuring(() => ingest([...TEN, A, JANUARY], modelled("deux")));
      const after = await readActiveEmbedder(store.database);
      expect([sent.length, await held(), qdrant.collections().length]).toEqual([11, 11, 1]);
      expect(after).not.toBe(before);
      const versions = await store.database
        .selectDistinct({ version: passageVectors.version })
        .from(passageVectors);
      expect(versions).toEqual([{ version: after ?? "" }]);
    });
  });

  test("a rebuild puts a new index in the place of the live one, and embeds nothing again", async () => {
    await ingest([...TEN, A, JANUARY]);
    const before = qdrant.collections();
    const sent = await sentDuring(() => rebuildVectors(store.database, modelled("un")));
    expect([sent, await held(), qdrant.collections().length]).toEqual([[], 11, 1]);
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
      // What a run that is killed between its writes and its end leaves.
      await recordDebt(store.database, "vectors", "remplissage inachevé", new Date());
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

    test("an embedder that refuses leaves a debt, and what it had embedded is kept", async () => {
      await ingest([...TEN, JANUARY]);
      service.mishaps.push(() => new Response("non", { status: 400 }));
      const run = await ingest([...TEN, A, JANUARY]);
      expect(outcome(run)).toEqual({ status: "succeeded", embedded: 0, unembedded: 1 });
      expect(await debts()).toEqual(["vectors"]);
      expect(outcome(await ingest([...TEN, A, JANUARY]))).toMatchObject({ embedded: 1, unembedded: 0 });
    });

    test("a write that was lost is made good by the next run", async () => {
      await ingest([...TEN, JANUARY]);
      qdrant.faults.lostWrites = 1;
      await ingest([...TEN, A, JANUARY]);
      expect(await held()).toBe(10);
      await ingest([...TEN, A, JANUARY]);
      expect(await held()).toBe(11);
    });

    test("an index that was emptied is filled again without embedding anything", async () => {
      await ingest([...TEN, A, JANUARY]);
      await index.keepOnly([]);
      const sent = await sentDuring(() => ingest([...TEN, A, JANUARY]));
      expect([sent, await held()]).toEqual([[], 11]);
    });
  });
});
