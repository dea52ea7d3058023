import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { digestOf, type StoreDigest } from "../../../../db/engine/digest.ts";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { pointContent, type VectorPoint, type VectorReader } from "../../../../search/vectors/port.ts";
import { eventually } from "../../../eventually.ts";
import { point, vector } from "../../../fixtures/points.ts";
import { vectorDrawer } from "../../../fixtures/vectors.ts";
import { rejectionOf } from "../../../rejection.ts";

/** An empty store. */
export interface VectorStoreUnderTest {
  readonly reader: VectorReader;
  /** Makes these points the only ones of the version in the store. */
  fill(version: string, points: readonly VectorPoint[]): Promise<void>;
  /** Digest of the version's points, as stored. */
  digest(version: string): Promise<StoreDigest>;
  dispose(): Promise<void>;
}

const VERSION = "essai/modèle:1";
const RECALL_DOCUMENTS = 300;
const RECALL_QUESTIONS = 40;
const MIN_RECALL = 0.98;

/** The promises of every vector store: run it over an empty one. */
export function describeVectorStore(name: string, open: () => Promise<VectorStoreUnderTest>): void {
  describe(name, () => {
    let store: VectorStoreUnderTest;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.dispose());

    const search = (question: Float32Array, domaine: string | null = null, limit = 10) =>
      store.reader.search({ vector: question, version: VERSION, domaine, limit });
    const found = async (question: Float32Array, domaine: string | null = null, limit = 10) =>
      (await search(question, domaine, limit)).map(({ boiId }) => boiId);

    test("before it is filled, it says that it is unavailable", async () => {
      expect(await rejectionOf(search(vector(1)))).toBeInstanceOf(EngineUnavailable);
      expect(await rejectionOf(store.reader.ping(VERSION))).toBeInstanceOf(EngineUnavailable);
    });

    describe("once filled", () => {
      const POINTS = [
        point("BOI-IR-10", "a", vector(1, 0, 0)),
        point("BOI-IR-10", "b", vector(0, 1, 0)),
        point("BOI-IR-20", "c", vector(1, 1, 0)),
        point("BOI-TVA-10", "d", vector(3, 1, 0)),
        point("BOI-TVA-20", "e", vector(-1, 0, 0)),
      ];
      beforeAll(() => store.fill(VERSION, POINTS));

      test("it gives the nearest documents first, with their cosine", async () => {
        const hits = await search(vector(1, 0, 0));
        expect(hits.map(({ boiId }) => boiId)).toEqual([
          "BOI-IR-10",
          "BOI-TVA-10",
          "BOI-IR-20",
          "BOI-TVA-20",
        ]);
        const cosines = [1, 3 / Math.sqrt(10), Math.SQRT1_2, -1];
        for (const [index, { score }] of hits.entries()) expect(score).toBeCloseTo(cosines[index] ?? 0, 2);
      });

      test("a document comes once, by its nearest passage", async () => {
        const hits = await search(vector(0, 1, 0));
        expect(hits[0]).toMatchObject({ boiId: "BOI-IR-10", textHash: "b" });
        expect(hits.filter(({ boiId }) => boiId === "BOI-IR-10")).toHaveLength(1);
      });

      test("a series leaves the others out", async () => {
        expect(await found(vector(1, 0, 0), "TVA")).toEqual(["BOI-TVA-10", "BOI-TVA-20"]);
        expect(await found(vector(1, 0, 0), "PAT")).toEqual([]);
      });

      test("named documents are compared and no others, whatever comes nearer", async () => {
        const named = ["BOI-TVA-20", "BOI-IR-20", "BOI-IR-99"];
        const query = { vector: vector(1, 0, 0), version: VERSION, domaine: null, limit: 10 };
        const hits = await store.reader.search({ ...query, among: named });
        expect(hits.map(({ boiId }) => boiId)).toEqual(["BOI-IR-20", "BOI-TVA-20"]);
        expect(hits[0]?.score).toBeCloseTo(Math.SQRT1_2, 2);
        expect(await store.reader.search({ ...query, domaine: "TVA", among: named })).toMatchObject([
          { boiId: "BOI-TVA-20" },
        ]);
        expect(await store.reader.search({ ...query, among: [] })).toEqual([]);
      });

      test("named documents may be asked for several passages each, nearest first", async () => {
        const query = { vector: vector(2, 1, 0), version: VERSION, domaine: null, limit: 10 };
        const among = ["BOI-IR-10", "BOI-TVA-20", "BOI-IR-20"];
        const passagesOf = async (perDocument: number) =>
          (await store.reader.search({ ...query, among, perDocument })).map(({ textHash }) => textHash);
        expect(await passagesOf(2)).toEqual(["c", "a", "b", "e"]);
        expect(await passagesOf(1)).toEqual(["c", "a", "e"]);
      });

      test("it gives as many documents as it is asked for", async () => {
        expect(await found(vector(1, 0, 0), null, 2)).toEqual(["BOI-IR-10", "BOI-TVA-10"]);
      });

      test("it answers for no other version", async () => {
        const other = { vector: vector(1), version: "autre", domaine: null, limit: 1 };
        expect(await rejectionOf(store.reader.search(other))).toBeInstanceOf(EngineUnavailable);
        expect(await found(vector(1, 0, 0), null, 1)).toEqual(["BOI-IR-10"]);
      });

      test("it tells the digest of the points it holds of a version", async () => {
        expect(await store.digest(VERSION)).toEqual(digestOf(POINTS.map(pointContent)));
        expect(await store.digest("autre")).toEqual(digestOf([]));
      });

      test("it is in order", async () => {
        expect(await store.reader.ping(VERSION)).toBeNull();
      });

      test("what is added is found, what is removed is not", async () => {
        const added = point("BOI-BIC-10", "f", vector(0, 0, 1));
        await store.fill(VERSION, [...POINTS.slice(1), added]);
        await eventually(async () => {
          expect(await found(vector(0, 0, 1), null, 1)).toEqual(["BOI-BIC-10"]);
          expect((await search(vector(1, 0, 0)))[0]).toMatchObject({ boiId: "BOI-TVA-10" });
        });
        expect(await store.digest(VERSION)).toEqual(digestOf([...POINTS.slice(1), added].map(pointContent)));
      });
    });

    test("it finds what an exact comparison of the whole vectors finds", async () => {
      const randomVector = vectorDrawer(7);
      const embeddings = Array.from({ length: RECALL_DOCUMENTS * 2 }, () => randomVector());
      const idOf = (index: number) => `BOI-IR-${Math.floor(index / 2)}`;
      await store.fill(
        VERSION,
        embeddings.map((embedding, index) => point(idOf(index), `r${index}`, embedding)),
      );
      await eventually(async () =>
        expect(await found(embeddings[0] ?? vector(1), null, 1)).toEqual([idOf(0)]),
      );
      let common = 0;
      for (let turn = 0; turn < RECALL_QUESTIONS; turn++) {
        const question = randomVector();
        const expected = new Set(nearest(embeddings, question).map(idOf));
        common += (await found(question)).filter((boiId) => expected.has(boiId)).length;
      }
      expect(common / (RECALL_QUESTIONS * 10)).toBeGreaterThanOrEqual(MIN_RECALL);
    });
  });
}

/** Positions of the best vectors of the ten nearest documents (two vectors each). */
function nearest(embeddings: readonly Float32Array[], question: Float32Array): number[] {
  const scored = embeddings.map((embedding, index) => ({ index, score: cosine(embedding, question) }));
  const best = new Map<number, { index: number; score: number }>();
  for (const hit of scored.sort((left, right) => right.score - left.score)) {
    const document = Math.floor(hit.index / 2);
    if (!best.has(document)) best.set(document, hit);
  }
  return [...best.values()].slice(0, 10).map(({ index }) => index);
}

function cosine(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}
