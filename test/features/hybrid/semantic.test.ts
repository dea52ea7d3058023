import { afterAll, beforeAll, expect, test } from "bun:test";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { activateEmbedder } from "../../../search/embeddings/fillings.ts";
import type { VectorHit, VectorQuery } from "../../../search/vectors/port.ts";
import { searchByMeaning } from "../../../src/features/hybrid/semantic.ts";
import { point, vector, writePoints } from "../../fixtures/points.ts";
import { fakeSemantic } from "../../fixtures/semantic.ts";
import { SITE } from "../../fixtures/site.ts";
import { rejectionOf } from "../../rejection.ts";
import { forOneStore } from "../../servers/stores.ts";

const REQUEST = { question: "Une question", domaine: null, limit: 10 };
const embedder = { embedQuestion: async () => vector(1) };

forOneStore((_, open) => {
  let store: RelationalStore;
  beforeAll(async () => {
    store = await open();
    await writePoints(store.database, "v1", [
      point("BOI-IR-10", "a", vector(1)),
      point("BOI-IR-20", "b", vector(1)),
    ]);
  });
  afterAll(() => store.close());

  const searchAmong = (search: (query: VectorQuery) => Promise<VectorHit[]>) =>
    searchByMeaning(
      { ...SITE, database: store.database, ...fakeSemantic({ vectors: { search }, embedder }) },
      REQUEST,
    );

  test("a negative cosine is a score of zero, and none is above one", async () => {
    const { results } = await searchAmong(async () => [
      { boiId: "BOI-IR-10", textHash: "a", score: 1.000_01 },
      { boiId: "BOI-IR-20", textHash: "b", score: -0.2 },
    ]);
    expect(results.map(({ score }) => score)).toEqual([1, 0]);
  });

  test("documents of one score come by identifier", async () => {
    const { results } = await searchAmong(async () => [
      { boiId: "BOI-IR-20", textHash: "b", score: 0.5 },
      { boiId: "BOI-IR-10", textHash: "a", score: 0.5 },
    ]);
    expect(results.map(({ boi_id }) => boi_id)).toEqual(["BOI-IR-10", "BOI-IR-20"]);
  });

  test("a document or a passage that has left since it was indexed is not shown", async () => {
    const { results } = await searchAmong(async () => [
      { boiId: "BOI-IR-10", textHash: "ancien", score: 0.9 },
      { boiId: "BOI-IR-30", textHash: "a", score: 0.8 },
      { boiId: "BOI-IR-20", textHash: "b", score: 0.7 },
    ]);
    expect(results.map(({ boi_id }) => boi_id)).toEqual(["BOI-IR-20"]);
  });

  test("a version that leaves while a question is asked is followed by the next one", async () => {
    const { results } = await searchAmong(async ({ version }) => {
      if (version === "v2") return [{ boiId: "BOI-IR-10", textHash: "a", score: 0.5 }];
      await activateEmbedder(store.database, "v2");
      throw new EngineUnavailable("vectors", "Cette version n'est plus là.");
    });
    expect(results.map(({ boi_id }) => boi_id)).toEqual(["BOI-IR-10"]);
  });

  test("a store that stays away is told as such", async () => {
    const away = new EngineUnavailable("vectors", "Le service est parti.");
    expect(await rejectionOf(searchAmong(() => Promise.reject(away)))).toBe(away);
  });
});
