import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { openQdrantReader } from "../../../../search/vectors/open.ts";
import type { Indexed, Judgement, RecallSample } from "../../../../search/vectors/port.ts";
import { connectQdrant } from "../../../../search/vectors/qdrant/client.ts";
import {
  aliasOf,
  approximationOf,
  newCollectionName,
} from "../../../../search/vectors/qdrant/collection-names.ts";
import { openQdrantIndex } from "../../../../search/vectors/qdrant/index.ts";
import { point } from "../../../fixtures/points.ts";
import { vectorDrawer } from "../../../fixtures/vectors.ts";
import { rejectionOf } from "../../../rejection.ts";
import { startQdrant } from "../../../servers/qdrant.ts";

const VERSION = "v1";
const draw = vectorDrawer(3);
const POINTS = Array.from({ length: 60 }, (_, at) => point(`BOI-IR-${at >> 1}`, `t${at}`, draw()));
const QUESTIONS = Array.from({ length: 20 }, draw);

const server = startQdrant();
afterAll(() => server.stop());
let connection: { url: string; apiKey: null; prefix: string };
beforeEach(() => {
  connection = { url: server.url, apiKey: null, prefix: `essai-${crypto.randomUUID()}` };
  server.faults.missedNeighbours = 0;
  server.faults.yellows = 0;
  server.faults.isRestarted = false;
  server.asked.length = 0;
});

function ownCollections(): string[] {
  return server.collections().filter((name) => name.startsWith(connection.prefix));
}

/** Of the collections of the test: 0 for one that the server does not index. */
async function indexingThresholds(): Promise<unknown[]> {
  const client = connectQdrant(connection, 5_000);
  const infos = await Promise.all(ownCollections().map((name) => client.getCollection(name)));
  return infos.map(({ config }) => config.optimizer_config.indexing_threshold);
}

/** A sample that records its judgements. */
function sampled(onWait: RecallSample["onWait"] = async () => {}) {
  const judgements: Judgement[] = [];
  const sample: RecallSample = {
    questions: async () => QUESTIONS,
    onWait,
    judged: (judgement) => judgements.push(judgement),
  };
  return { sample, judgements };
}

const modes = [
  {
    exact: false,
    name: "graph",
    minRecall: 0.99,
    params: { hnsw_ef: 512, quantization: { rescore: true, oversampling: 4 } },
  },
  { exact: true, name: "bits", minRecall: 1, params: { quantization: { rescore: true, oversampling: 8 } } },
];

for (const { exact, name, minRecall, params } of modes) {
  describe(`by its ${name}`, () => {
    const open = () => {
      const chosen = { ...connection, exact };
      const index = openQdrantIndex(chosen);
      const fill = (sample: RecallSample) =>
        index.rebuild(VERSION, (writer) => writer.upsert(POINTS), sample);
      const reader = openQdrantReader(chosen);
      /** The search parameters used for a reader's question. */
      const askedParams = async (among?: string[]) => {
        server.asked.length = 0;
        const [vector = new Float32Array()] = QUESTIONS;
        const query = { vector, version: VERSION, domaine: null, limit: 10 };
        await reader.search(among === undefined ? query : { ...query, among });
        return server.asked.map((body) => body.params);
      };
      return { index, fill, reader, askedParams };
    };

    test("is used once its recall on a sample is proved", async () => {
      const { fill, reader, askedParams } = open();
      const { sample, judgements } = sampled();
      await fill(sample);
      expect(judgements).toEqual([{ recall: 1, minRecall, isTrusted: true }]);
      expect(await askedParams()).toEqual([params]);
      expect(await reader.ping(VERSION)).toBeNull();
    });

    test("is not used when it misses too many: every vector is compared, and that is told", async () => {
      const { fill, reader, askedParams } = open();
      const { sample, judgements } = sampled();
      server.faults.missedNeighbours = 20;
      await fill(sample);
      expect(judgements).toMatchObject([{ isTrusted: false }]);
      expect(judgements[0]?.recall).toBeLessThan(0.99);
      expect(await askedParams()).toEqual([{ exact: true }]);
      expect(await reader.ping(VERSION)).toContain("comparée à tous les vecteurs");
    });

    test("is judged once the server has built it", async () => {
      const { fill } = open();
      let waits = 0;
      const { sample, judgements } = sampled(async () => {
        waits += 1;
        expect(judgements).toEqual([]);
      });
      server.faults.yellows = 2;
      await fill(sample);
      expect(server.faults.yellows).toBe(0);
      expect(waits).toBeGreaterThanOrEqual(2);
    });

    test("is built once all the points are there, which is told meanwhile, then judged", async () => {
      const { index } = open();
      const told: (Indexed | null)[] = [];
      const { sample, judgements } = sampled(async (indexed) => void told.push(indexed));
      const thresholds: unknown[] = [];
      await index.rebuild(
        VERSION,
        async (writer) => {
          await writer.upsert(POINTS);
          thresholds.push(...(await indexingThresholds()));
          server.faults.yellows = 1;
        },
        sample,
      );
      expect(thresholds).toEqual([0]);
      expect(await indexingThresholds()).toEqual([10_000]);
      expect(told[0]).toEqual({ done: 0, total: POINTS.length });
      expect(judgements).toMatchObject([{ isTrusted: true }]);
    });

    test("is built by a server that was restarted before it had, once it is judged again", async () => {
      const { index, fill } = open();
      await fill(sampled().sample);
      const { sample, judgements } = sampled();
      server.faults.isRestarted = true;
      await index.judge(VERSION, sample, true);
      expect(judgements).toMatchObject([{ isTrusted: true }]);
    });

    test.each(["left undone by a restart", "turned off"])(
      "is not %s from one run to the next",
      async (how) => {
        const { index, fill } = open();
        await fill(sampled().sample);
        if (how === "turned off") {
          const client = connectQdrant(connection, 5_000);
          for (const name of ownCollections())
            await client.updateCollection(name, { optimizers_config: { indexing_threshold: 0 } });
        } else server.faults.isRestarted = true;
        expect((await (await index.open(VERSION))?.held())?.size).toBe(POINTS.length);
        expect([await indexingThresholds(), server.faults.isRestarted]).toEqual([[10_000], false]);
      },
    );

    test("is left when points that were added make it miss too many, and taken up again when it does not", async () => {
      const { index, fill, askedParams } = open();
      const { sample } = sampled();
      await fill(sample);
      server.faults.missedNeighbours = 5;
      await index.judge(VERSION, sample, true);
      expect(await askedParams()).toEqual([{ exact: true }]);
      server.faults.missedNeighbours = 0;
      await index.judge(VERSION, sample, false);
      expect(await askedParams()).toEqual([params]);
    });

    test("is not judged again while nothing changed", async () => {
      const { index, fill } = open();
      await fill(sampled().sample);
      const { sample, judgements } = sampled();
      await index.judge(VERSION, sample, false);
      expect(judgements).toEqual([]);
    });

    test("never serves for documents that are named", async () => {
      const { fill, askedParams } = open();
      await fill(sampled().sample);
      expect(await askedParams(["BOI-IR-1", "BOI-IR-2"])).toEqual([{ exact: true }]);
      expect(await askedParams(POINTS.map(({ boiId }) => boiId))).toEqual([{ exact: true }]);
    });

    test("a rebuild that is stopped while it is judged leaves the former points as they were", async () => {
      const { index, fill, askedParams } = open();
      await fill(sampled().sample);
      const stopped = sampled(async () => {
        throw new Error("arrêt");
      });
      const again = index.rebuild(VERSION, (writer) => writer.upsert(POINTS.slice(2)), stopped.sample);
      expect(String(await rejectionOf(again))).toContain("arrêt");
      expect(await askedParams()).toEqual([params]);
    });
  });
}

describe("a collection of an older release", () => {
  const plain = () => aliasOf(connection.prefix, VERSION);

  /** As earlier releases did: without a graph of ours. */
  async function fillAsBefore(aliases: readonly string[]): Promise<void> {
    const client = connectQdrant(connection, 5_000);
    const alias = plain();
    const collection = newCollectionName(alias);
    await client.createCollection(collection, {
      vectors: { size: 1024, distance: "Cosine" },
      quantization_config: { scalar: { type: "int8", always_ram: true } },
    });
    for (const field_name of ["boi_id", "domaine"])
      await client.createPayloadIndex(collection, { field_name, field_schema: "keyword" });
    const points = POINTS.map(({ boiId, textHash, vector }) => ({
      id: crypto.randomUUID(),
      vector: [...vector.components],
      payload: { boi_id: boiId, domaine: "IR", text_hash: textHash },
    }));
    await client.upsert(collection, { points });
    const actions = aliases.map((alias_name) => ({
      create_alias: { alias_name, collection_name: collection },
    }));
    await client.updateCollectionAliases({ actions });
  }

  test.each(modes)(
    "serves, compared whole, until another one is filled beside (by its $name)",
    async ({ exact, params }) => {
      await fillAsBefore([plain()]);
      const chosen = { ...connection, exact };
      const [reader, index] = [openQdrantReader(chosen), openQdrantIndex(chosen)];
      const [vector = new Float32Array()] = QUESTIONS;
      const query = { vector, version: VERSION, domaine: null, limit: 10 };
      server.faults.missedNeighbours = 2;
      const before = await reader.search(query);
      expect(before).toHaveLength(10);
      expect(await index.open(VERSION)).toBeNull();
      server.faults.missedNeighbours = 0;
      await index.rebuild(VERSION, (writer) => writer.upsert(POINTS), sampled().sample);
      server.asked.length = 0;
      expect((await reader.search(query)).map(({ boiId }) => boiId)).toEqual(
        before.map(({ boiId }) => boiId),
      );
      expect(server.asked).toMatchObject([{ params }]);
    },
  );

  test("so does one of the other mode, when QDRANT_EXACT has changed", async () => {
    await openQdrantIndex(connection).rebuild(VERSION, (writer) => writer.upsert(POINTS), sampled().sample);
    const chosen = { ...connection, exact: true };
    expect(await openQdrantIndex(chosen).open(VERSION)).toBeNull();
    server.asked.length = 0;
    const [vector = new Float32Array()] = QUESTIONS;
    await openQdrantReader(chosen).search({ vector, version: VERSION, domaine: null, limit: 3 });
    expect(server.asked).toMatchObject([{ params: { exact: true } }]);
  });

  test("goes on serving by its own graph meanwhile, when that was trusted", async () => {
    await fillAsBefore([plain(), approximationOf(plain(), { name: "graph" })]);
    expect(await openQdrantIndex(connection).open(VERSION)).toBeNull();
    const [vector = new Float32Array()] = QUESTIONS;
    await openQdrantReader(connection).search({ vector, version: VERSION, domaine: null, limit: 3 });
    expect(server.asked).toMatchObject([{ params: modes[0]?.params }]);
  });
});

test("documents of very many passages hide none: too few in a full page, they are asked for by document", async () => {
  const [near = new Float32Array()] = QUESTIONS;
  const many = Array.from({ length: 150 }, (_, at) => point("BOI-IR-GROS", `g${at}`, near));
  const index = openQdrantIndex(connection);
  await index.rebuild(VERSION, (writer) => writer.upsert([...many, ...POINTS]), sampled().sample);
  const query = { vector: near, version: VERSION, domaine: null, limit: 10 };
  server.asked.length = 0;
  const hits = await openQdrantReader(connection).search(query);
  expect(hits[0]?.boiId).toBe("BOI-IR-GROS");
  expect(new Set(hits.map(({ boiId }) => boiId)).size).toBe(10);
  expect(server.asked.map((body) => "group_by" in body)).toEqual([false, true]);
});
