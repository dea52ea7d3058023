import { Database as SqliteFile } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { readActiveEmbedder } from "../../../../db/queries/corpus.ts";
import type { Run } from "../../../../db/runs/runs.ts";
import { storeDebts } from "../../../../db/schema/ingestion.ts";
import { passageVectors } from "../../../../db/schema/passages.ts";
import { documentPostings } from "../../../../db/schema/postings.ts";
import { proveStores } from "../../../../ingest/derived/proof.ts";
import type { DerivedStores } from "../../../../ingest/derived/stores.ts";
import { openFullTextIndex } from "../../../../search/fulltext/open.ts";
import { connectQdrant, type QdrantConnection } from "../../../../search/vectors/qdrant/client.ts";
import { aliasOf } from "../../../../search/vectors/qdrant/collection-names.ts";
import { openQdrantIndex } from "../../../../search/vectors/qdrant/index.ts";
import { EMBEDDED_ENGINES } from "../../../fixtures/engines.ts";
import { temporaryFolder } from "../../../folders.ts";
import { describeOnMeilisearch, meilisearchServer, ownIndexes } from "../../../servers/meilisearch.ts";
import { startQdrant } from "../../../servers/qdrant.ts";
import { forOneStore } from "../../../servers/stores.ts";
import { contenu, dating, emptyStore, ingester, TEN, writeExport } from "../exports.ts";

// Reuses the words of the others, so that the model of the corpus is not trained again.
const A = contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1, texte: "Ce régime est exposé ici." });
const LINES = [...TEN, A, dating("2021-01-31")];

forOneStore((_, open) => {
  const embeddings = { kind: "corpus" } as const;
  let store: RelationalStore;
  let stores: DerivedStores;
  beforeAll(async () => {
    store = await open();
  });
  afterEach(() => emptyStore(store.database));
  afterAll(async () => {
    await store.close();
  });

  const ingest = (lines = LINES): Promise<Run> => ingester(store.database).ingest(writeExport(lines), stores);
  const prove = () => proveStores(store.database, stores);
  const debts = async () => (await store.database.select().from(storeDebts)).map(({ store }) => store);
  /** Damages a store in step, and checks that the next run detects and repairs it. */
  const seeRepaired = async (derived: "fulltext" | "postings" | "vectors", damage: () => unknown) => {
    const { proof } = await ingest();
    expect(proof?.[derived]?.agrees).toBe(true);
    await damage();
    expect((await prove())[derived].agrees).toBe(false);
    const next = await ingest();
    expect(next.proof).toEqual(proof);
    expect<unknown>([await prove(), await debts(), next.message]).toEqual([proof, [], null]);
  };

  describe("a run over the embedded engines", () => {
    let path: string;
    beforeEach(() => {
      const dataDir = temporaryFolder();
      const fullText = openFullTextIndex({ ...EMBEDDED_ENGINES, dataDir });
      stores = { fullText, vectors: { embeddings, index: null } };
      path = join(dataDir, "fulltext.sqlite");
    });
    const postings = () => store.database;
    const ofA = eq(documentPostings.boiId, "BOI-IR-A");
    const onFile = (statement: string) => () => {
      const file = new SqliteFile(path);
      file.run(statement);
      file.close();
    };

    test("proves that the stores hold the same documents and passages", async () => {
      const { proof } = await ingest();
      expect(proof).toMatchObject({
        fulltext: { agrees: true, expected: { count: 11 }, held: { count: 11 } },
        postings: { agrees: true, expected: { count: 11 }, held: { count: 11 } },
        vectors: { agrees: true, expected: { count: 11 }, held: { count: 11 } },
      });
      expect(proof?.fulltext.held).toEqual(proof?.fulltext.expected ?? null);
    });

    test("has another digest when one document changes", async () => {
      const before = (await ingest()).proof;
      const changed = contenu("BOI-IR-A", { date: "2021-03-01", pgp: 1, texte: "Ici est exposé ce régime." });
      const after = (await ingest([...TEN, changed, dating("2021-03-31")])).proof;
      // Those in force, and the one that another has replaced.
      expect(after?.fulltext).toMatchObject({ agrees: true, expected: { count: 12 } });
      expect(after?.fulltext.expected.digest).not.toBe(before?.fulltext.expected.digest ?? "");
      expect(after?.vectors.expected.digest).not.toBe(before?.vectors.expected.digest ?? "");
    });

    test("tells what each stage did and how long it took", async () => {
      await ingest();
      const changed = contenu("BOI-IR-A", { date: "2021-03-01", pgp: 1, texte: "Ici est exposé ce régime." });
      const { stages } = await ingest([...TEN, changed, dating("2021-01-31"), "{"]);
      const counts = { added: 0, changed: 0, removed: 0, unchanged: 0, rejected: 0 };
      const expected = [
        { stage: "rederive" },
        { stage: "download" },
        { stage: "read", rejected: 1 },
        { stage: "diff", unchanged: 11 },
        { stage: "store", changed: 1 },
        { stage: "plan" },
        { stage: "fulltext", added: 1, changed: 1, unchanged: 10 },
        { stage: "postings", added: 1, changed: 1, unchanged: 10 },
        { stage: "vectors", added: 1, unchanged: 11 },
        { stage: "proof" },
      ];
      expect(stages.map(({ durationMs: _, ...stage }) => stage)).toEqual(
        expected.map((stage) => ({ ...counts, ...stage }) as (typeof stages)[number]),
      );
      expect(stages.every(({ durationMs }) => Number.isInteger(durationMs) && durationMs >= 0)).toBe(true);
    });

    test.each([
      { damage: "missing", statement: "DELETE FROM documents WHERE boi_id = 'BOI-IR-A'" },
      { damage: "altered", statement: "UPDATE documents SET hash = 'autre' WHERE boi_id = 'BOI-IR-A'" },
      { damage: "without one of its words", statement: "DELETE FROM postings WHERE term = 'regim'" },
      {
        damage: "with a bit flipped in the list of one of its words",
        statement: `
          UPDATE postings SET entries = CAST(x'7f' || substr(entries, 2) AS BLOB)
          WHERE field = 'stem' AND term = 'regim'`,
      },
      { damage: "held by its name alone", statement: "DELETE FROM postings" },
      { damage: "without its length", statement: `UPDATE lengths SET lengths = zeroblob(8192)` },
      { damage: "without its title", statement: "DELETE FROM titles WHERE rowid = 3" },
      {
        damage: "doubled",
        statement: `
          UPDATE lengths SET lengths = CAST(substr(lengths, 1, 396) || x'05000000' || substr(lengths, 401) AS BLOB)`,
      },
    ])("finds and repairs a document $damage in the full-text index", ({ statement }) =>
      seeRepaired("fulltext", onFile(statement)),
    );

    test.each([
      { damage: "missing", spoil: () => postings().delete(documentPostings).where(ofA) },
      {
        damage: "altered",
        spoil: () => postings().update(documentPostings).set({ stems: "autre" }).where(ofA),
      },
      {
        damage: "of another text",
        spoil: () => postings().update(documentPostings).set({ hash: "a" }).where(ofA),
      },
      {
        damage: "in excess",
        spoil: () => postings().update(documentPostings).set({ boiId: "BOI-IR-Z" }).where(ofA),
      },
    ])("finds and repairs the stems of a document $damage", ({ spoil }) => seeRepaired("postings", spoil));

    test("keeps the stems anew when all are lost", () =>
      seeRepaired("postings", () => postings().delete(documentPostings)));

    test("finds and repairs a vector that is no longer what was written", () =>
      seeRepaired(
        "vectors",
        () => store.database.$client`
          update passage_vectors set components = set_byte(components, 9, get_byte(components, 9) # 4)
          where text_hash = (select max(text_hash) from passage_vectors)`,
      ));

    test("finds and repairs a vector that is missing", () =>
      seeRepaired(
        "vectors",
        () => store.database.$client`
          delete from passage_vectors where text_hash = (
            select text_hash from passages join documents using (edition_id) where boi_id = 'BOI-IR-A')`,
      ));
  });

  describe("a run over a vector index", () => {
    const qdrant = startQdrant();
    let connection: QdrantConnection;
    beforeEach(() => {
      connection = { url: qdrant.url, apiKey: null, prefix: `essai-${crypto.randomUUID()}` };
      const fullText = openFullTextIndex({ ...EMBEDDED_ENGINES, dataDir: temporaryFolder() });
      const index = openQdrantIndex(connection);
      stores = { fullText, vectors: { embeddings, index } };
    });
    afterAll(() => qdrant.stop());
    const collection = async () =>
      aliasOf(connection.prefix, (await readActiveEmbedder(store.database)) ?? "");
    const client = () => connectQdrant(connection, 1_000);
    const write = async (change: (id: string, payload: Record<string, unknown>) => [string, object]) => {
      const { points } = await client().scroll(await collection(), {
        limit: 1,
        with_payload: ["boi_id", "domaine", "text_hash"],
        with_vector: false,
      });
      const [id, payload] = change(String(points[0]?.id), points[0]?.payload ?? {});
      const vector = Array.from({ length: 1024 }, () => 1);
      await client().upsert(await collection(), { points: [{ id, vector, payload: { ...payload } }] });
    };

    test.each([
      {
        damage: "missing",
        spoil: async () => {
          const held = await (await stores.vectors.index?.open(await version()))?.held();
          await client().delete(await collection(), { points: [...(held?.keys() ?? [])].slice(0, 1) });
        },
      },
      { damage: "altered", spoil: () => write((id, payload) => [id, { ...payload, domaine: "TVA" }]) },
      { damage: "doubled", spoil: () => write((_, payload) => [crypto.randomUUID(), payload]) },
      { damage: "unknown", spoil: () => write(() => [crypto.randomUUID(), { boi_id: "BOI-X" }]) },
    ])("finds and repairs a point $damage", ({ spoil }) => seeRepaired("vectors", spoil));

    test("that lost a write says so, and the next run makes it right", async () => {
      await ingest([...TEN, dating("2021-01-31")]);
      qdrant.faults.lostWrites = 1;
      const run = await ingest();
      expect(run).toMatchObject({ status: "succeeded", counts: { unembedded: 1 } });
      expect(run.proof?.vectors).toMatchObject({ agrees: false, held: { count: 10 } });
      expect(run.message).toContain("10 passages tenus, 11 attendus");
      expect(await debts()).toEqual(["vectors"]);
      expect((await ingest()).proof?.vectors.agrees).toBe(true);
      expect(await debts()).toEqual([]);
    });

    test("that lost a write of a new index keeps the live one, and the next run makes it right", async () => {
      const { proof } = await ingest();
      const before = qdrant.collections();
      const inNewWords = contenu("BOI-IR-A", { date: "2021-03-01", pgp: 1, texte: "Deuxième rédaction." });
      const lines = [...TEN, inNewWords, dating("2021-03-31")];
      qdrant.faults.lostWrites = 1;
      const run = await ingest(lines);
      expect(run).toMatchObject({ status: "succeeded", counts: { unembedded: 11 } });
      expect(run.message).toContain("0 passages tenus, 11 attendus");
      expect(await debts()).toEqual(["vectors"]);
      expect(qdrant.collections()).toEqual(expect.arrayContaining(before));
      expect((await prove()).vectors.held).toEqual(proof?.vectors.held ?? null);
      expect((await ingest(lines)).proof?.vectors.agrees).toBe(true);
    });

    test("that can't be read proves nothing", async () => {
      await ingest();
      await qdrant.refuse();
      expect((await ingest()).proof?.vectors).toMatchObject({ agrees: false, held: null });
      qdrant.resume();
      expect((await ingest()).proof?.vectors.agrees).toBe(true);
    });

    const version = async () => (await readActiveEmbedder(store.database)) ?? "";
  });

  describeOnMeilisearch("a run over Meilisearch", () => {
    let index: string;
    beforeEach(async () => {
      const config = await ownIndexes();
      const fullText = openFullTextIndex({ dataDir: "", fulltext: { kind: "meilisearch", ...config } });
      stores = { fullText, vectors: { embeddings, index: null } };
      index = config.index;
    });
    const onIndex =
      (name: "" | "-titres", change: "delete" | "alter" | "double") => async (): Promise<void> => {
        const { client } = await meilisearchServer();
        const own = client.index(`${index}${name}`);
        if (change === "delete") await own.deleteDocument("BOI-IR-A").waitTask();
        else {
          const record = await own.getDocument("BOI-IR-A");
          const changes = change === "double" ? { pk: "BOI-IR-A-BIS" } : { hash: "autre" };
          await own.addDocuments([{ ...record, ...changes }]).waitTask();
        }
      };

    test.each([
      { damage: "missing", change: onIndex("", "delete") },
      { damage: "whose title is missing", change: onIndex("-titres", "delete") },
      { damage: "altered", change: onIndex("", "alter") },
      { damage: "doubled", change: onIndex("", "double") },
      { damage: "whose title is doubled", change: onIndex("-titres", "double") },
    ])("finds and repairs a document $damage", ({ change }) => seeRepaired("fulltext", change));
  });

  test("vectors of a text that holds nothing to embed are not missed", async () => {
    stores = ingesterStores();
    await ingest();
    await store.database.update(passageVectors).set({ components: null });
    expect((await prove()).vectors).toMatchObject({ agrees: true, expected: { count: 0 } });
  });

  function ingesterStores(): DerivedStores {
    const fullText = openFullTextIndex({ ...EMBEDDED_ENGINES, dataDir: temporaryFolder() });
    return { fullText, vectors: { embeddings, index: null } };
  }
});
