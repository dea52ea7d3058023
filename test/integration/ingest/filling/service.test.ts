import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { OpenaiConfig } from "../../../../config/embeddings.ts";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { readActiveEmbedder, readRevision } from "../../../../db/queries/corpus.ts";
import { storeDebts } from "../../../../db/schema/ingestion.ts";
import { passageVectors } from "../../../../db/schema/passages.ts";
import { fillBeside, fillOutsideRuns } from "../../../../ingest/derived/filler.ts";
import { findEncoder } from "../../../../ingest/derived/vectors/language-model.ts";
import { readFillings } from "../../../../search/embeddings/fillings.ts";
import { activeVersion, openQuestionEmbedders } from "../../../../search/embeddings/open.ts";
import { openaiEncoder } from "../../../../search/embeddings/openai/embedder.ts";
import { DIMENSIONS } from "../../../../search/embeddings/port.ts";
import { openQdrantIndex } from "../../../../search/vectors/qdrant/index.ts";
import { checkComponents } from "../../../../src/features/service/status.ts";
import { DamageSightings } from "../../../../src/operator/damage-sightings.ts";
import { fakeFullText } from "../../../fixtures/fulltext.ts";
import { fakeSemantic } from "../../../fixtures/semantic.ts";
import { dot } from "../../../fixtures/vectors.ts";
import { rejectionOf } from "../../../rejection.ts";
import { type EmbeddingService, startEmbeddingService } from "../../../servers/embeddings.ts";
import { startQdrant } from "../../../servers/qdrant.ts";
import { forOneStore } from "../../../servers/stores.ts";
import { dating, emptyStore, ingester, writeExport } from "../exports.ts";
import { corpus, goingOnWhile } from "./corpus.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const JANUARY = "2021-01-31";
const FEBRUARY = "2021-02-28";
const MARCH = "2021-03-31";

forOneStore((_, open) => {
  const qdrant = startQdrant();
  const index = openQdrantIndex({ url: qdrant.url, apiKey: null, prefix: "essai" });
  let store: RelationalStore;
  let service: EmbeddingService;
  beforeAll(async () => {
    store = await open();
  });
  beforeEach(() => {
    service = startEmbeddingService();
  });
  afterEach(async () => {
    await service.stop();
    await index.keepOnly([]);
    await emptyStore(store.database);
  });
  afterAll(async () => {
    await qdrant.stop();
    await store.close();
  });

  const named = (model: string): OpenaiConfig => ({
    kind: "openai",
    url: service.url,
    model,
    apiKey: null,
    queryPrefix: "",
    passagePrefix: "",
    textWeight: 1,
  });
  const ingest = (count: number, date: string, embeddings = named("un")) =>
    ingester(store.database).ingest(writeExport([...corpus(count), dating(date)]), {
      vectors: { embeddings, index },
    });
  /** @param batches after which it must stop. */
  const fill = async (embeddings = named("un"), batches = Number.POSITIVE_INFINITY) => {
    const { database } = store;
    const encoder = await findEncoder(database, { embeddings });
    if (encoder === null) throw new Error("a service is configured");
    let left = batches;
    const signal = goingOnWhile(() => left-- > 0);
    return await fillBeside({ database, encoder, index, clock: () => new Date(), signal, judged() {} });
  };
  /** Passages sent to the service: under a title, unlike questions and probe words. */
  const sentDuring = async (work: () => Promise<unknown>) => {
    const before = service.requests.length;
    await work();
    const sent = service.requests.slice(before).flatMap(({ input }) => input);
    return sent.filter((text) => text.includes("\n"));
  };
  const inUse = (embeddings = named("un")) =>
    activeVersion({
      database: store.database,
      embedders: openQuestionEmbedders(embeddings, store.database),
    });
  const ofCorpus = async () => (await readActiveEmbedder(store.database)) ?? "";
  const fillings = async () => await readFillings(store.database);
  const versions = async () =>
    (await store.database.selectDistinct({ version: passageVectors.version }).from(passageVectors))
      .map(({ version }) => version)
      .sort();
  const points = async (version: string) => (await index.digest(version)).count;

  describe("the vectors of a service", () => {
    test("are filled beside those of the corpus model, which a first run gives; then they answer", async () => {
      expect(await sentDuring(() => ingest(40, JANUARY))).toEqual([]);
      const base = await ofCorpus();
      expect([base, await inUse()]).toEqual([expect.stringMatching(/^corpus-/), base]);
      expect(await sentDuring(() => fill())).toHaveLength(40);
      expect(await inUse()).toBe("openai:un");
      expect([await points("openai:un"), await points(base)]).toEqual([40, 40]);
    });

    test("go on from where a filling was left, and are not asked for twice", async () => {
      await ingest(140, JANUARY);
      const first = await sentDuring(async () => expect(await fill(named("un"), 1)).toBeNull());
      expect(await inUse()).toBe(await ofCorpus());
      const then = await sentDuring(() => fill());
      expect([first.length, then.length]).toEqual([128, 12]);
      const revision = await readRevision(store.database);
      expect(await sentDuring(() => fill())).toEqual([]);
      expect(await readRevision(store.database)).toBe(revision);
    });

    test("follow what a run changes, in the store and in the index, and never cease to answer", async () => {
      await ingest(40, JANUARY);
      await fill();
      const sent = await sentDuring(() => ingest(42, FEBRUARY));
      expect(sent).toHaveLength(2);
      expect(await fillings()).toMatchObject([{ passages: 42, missing: 0, isServing: true }]);
      expect([await inUse(), await points("openai:un")]).toEqual(["openai:un", 42]);
      // The three that leave are past texts.
      await ingest(39, MARCH);
      expect([await inUse(), await points("openai:un")]).toEqual(["openai:un", 42]);
    });

    test("wait when the service is away: the run says so, owes nothing, and the corpus model answers", async () => {
      await ingest(40, JANUARY);
      await fill();
      service.mishaps.push(...Array.from({ length: 3 }, () => () => new Response("non", { status: 401 })));
      const run = await ingest(42, FEBRUARY);
      expect(run).toMatchObject({ status: "succeeded", counts: { embedded: 2, unembedded: 0 } });
      expect(run.message).toContain("EMBEDDINGS_API_KEY");
      expect(await store.database.select().from(storeDebts)).toEqual([]);
      expect(await fillings()).toMatchObject([{ missing: 2, isServing: false }]);
      expect(await inUse()).toBe(await ofCorpus());
      service.mishaps.length = 0;
      expect(await fill()).toBe(2);
      expect(await inUse()).toBe("openai:un");
    });

    test("of another model are filled beside those of the first, which leave once they are replaced", async () => {
      await ingest(40, JANUARY);
      await fill();
      expect(await sentDuring(() => ingest(40, FEBRUARY, named("deux")))).toEqual([]);
      expect([await inUse(named("deux")), await inUse()]).toEqual([await ofCorpus(), "openai:un"]);
      expect(await sentDuring(() => fill(named("deux")))).toHaveLength(40);
      expect([await inUse(named("deux")), await inUse()]).toEqual(["openai:deux", "openai:un"]);
      await ingest(40, MARCH, named("deux"));
      expect(await versions()).toEqual([await ofCorpus(), "openai:deux"].sort());
      expect([(await fillings()).length, qdrant.collections().length]).toEqual([1, 4]);
    });

    test("come again in the index when it was emptied, without the service", async () => {
      await ingest(40, JANUARY);
      await fill();
      await index.keepOnly([]);
      expect(await sentDuring(() => ingest(40, FEBRUARY))).toEqual([]);
      expect([await points("openai:un"), await points(await ofCorpus())]).toEqual([40, 40]);
    });
  });

  test("those of 384 dimensions are completed by the corpus; a new corpus model asks the service for nothing again", async () => {
    await service.stop();
    service = startEmbeddingService(0, 384);
    await ingest(40, JANUARY);
    await fill();
    const first = await inUse();
    expect(first).toBe(`openai:un@384+2+${await ofCorpus()}`);
    await ingest(60, FEBRUARY);
    expect(await inUse()).toBe(await ofCorpus());
    expect(await sentDuring(() => fill())).toHaveLength(20);
    const second = await inUse();
    expect(second).not.toBe(first);
    expect(await versions()).toEqual([await ofCorpus(), second, "openai:un@384"].sort());
    const question = await (
      await openQuestionEmbedders(named("un"), store.database).of(second)
    ).embedQuestion("La pension et le barème");
    expect(question).toHaveLength(DIMENSIONS);
    expect(dot(question, question)).toBeCloseTo(1, 5);
  });

  test("all passages are told to wait for a service that never answered, whatever dimensions it then has", async () => {
    await ingest(40, JANUARY);
    await service.stop();
    const wake = () =>
      fillOutsideRuns({
        config: {
          database: { kind: "embedded" },
          vectors: { kind: "embedded" },
          embeddings: named("un"),
        },
        database: store.database,
        model: null,
        clock: () => NOW,
        judged() {},
        signal: new AbortController().signal,
        stopped: new Promise(() => {}),
      });
    expect(await rejectionOf(wake())).toBeInstanceOf(EngineUnavailable);
    const waiting = { encoder: "openai:un", passages: 40, missing: 40, since: NOW, isServing: false };
    expect(await fillings()).toEqual([{ ...waiting, version: "openai:un" }]);
    const { database } = store;
    const { vectors } = fakeSemantic();
    const embedders = openQuestionEmbedders(named("un"), database);
    const sightings = new DamageSightings(() => NOW);
    const deps = {
      database,
      primary: database,
      fulltext: fakeFullText({}),
      vectors,
      embedders,
      sightings,
      isSourceOther: async () => false,
    };
    expect((await checkComponents(deps, NOW, 20_000)).vectorize).toMatchObject({
      ok: true,
      detail: `Les questions sont comparées aux vecteurs du modèle du corpus ; 40 passages attendent le modèle de langue, depuis ${NOW.toISOString()}.`,
    });
    service = startEmbeddingService(0, 384);
    await wake();
    expect(await fillings()).toMatchObject([{ encoder: "openai:un@384", missing: 0, isServing: true }]);
    service.mishaps.push(() => new Response("non", { status: 401 }));
    await ingest(42, FEBRUARY);
    await wake();
    expect(await fillings()).toMatchObject([{ encoder: "openai:un@384" }]);
  });

  test("a service that failed a question is left alone for a while", async () => {
    const encoder = openaiEncoder(named("un"), DIMENSIONS);
    service.mishaps.push(() => new Response("non", { status: 401 }));
    const fault = await encoder.embedQuestion("Qui paie ?").catch((error: unknown) => error);
    expect(await encoder.embedQuestion("Qui paie ?").catch((error: unknown) => error)).toBe(fault);
    expect(service.requests).toHaveLength(1);
  });
});
