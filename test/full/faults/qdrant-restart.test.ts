import { afterAll, beforeAll, expect, test } from "bun:test";
import { openQdrantReader } from "../../../search/vectors/open.ts";
import type { Judgement, RecallSample } from "../../../search/vectors/port.ts";
import { connectQdrant, type QdrantConnection } from "../../../search/vectors/qdrant/client.ts";
import { openQdrantIndex } from "../../../search/vectors/qdrant/index.ts";
import { point } from "../../fixtures/points.ts";
import { vectorDrawer } from "../../fixtures/vectors.ts";
import { rejectionOf } from "../../rejection.ts";
import { type OwnQdrant, startOwnQdrant } from "../../servers/own-qdrant.ts";
import { describeOnQdrant } from "../../servers/real-qdrant.ts";

const VERSION = "v1";
const TIMEOUT_MS = 300_000;
/** Enough for a server to index them: 2,500 of each of two segments would not be. */
const POINTS = 6_000;

describeOnQdrant("a Qdrant killed while it builds its graph", () => {
  const draw = vectorDrawer(11);
  const points = Array.from({ length: POINTS }, (_, at) => point(`BOI-IR-${at}`, `t${at}`, draw()));
  const questions = Array.from({ length: 5 }, () => draw());
  let server: OwnQdrant;
  let connection: QdrantConnection;
  beforeAll(async () => {
    server = await startOwnQdrant();
    connection = { url: server.url, apiKey: null, prefix: "essai" };
  });
  afterAll(() => server.discard());

  /** @param onBuilding called the first time that the server is seen building. */
  function sampled(onBuilding: () => Promise<void>) {
    const judgements: Judgement[] = [];
    let isSeen = false;
    const sample: RecallSample = {
      questions: async () => questions,
      async onWait(indexed) {
        if (indexed === null || isSeen) return;
        isSeen = true;
        await onBuilding();
      },
      judged: (judgement) => judgements.push(judgement),
    };
    return { sample, judgements, isBuildingSeen: () => isSeen };
  }

  /** Of all its collections: how many there are, and whether each has all its vectors indexed. */
  async function collections() {
    const client = connectQdrant(connection, 10_000);
    const { collections } = await client.getCollections();
    const infos = await Promise.all(collections.map(({ name }) => client.getCollection(name)));
    return infos.map(({ status, indexed_vectors_count }) => ({ status, indexed: indexed_vectors_count }));
  }

  test(
    "is filled again by the next run, without what was left, when no reader had seen that",
    async () => {
      const index = openQdrantIndex(connection);
      const fill = (sample: RecallSample) =>
        index.rebuild(VERSION, (writer) => writer.upsert(points), sample);
      const cut = sampled(() => server.kill());
      expect(String(await rejectionOf(fill(cut.sample)))).toContain("Qdrant");
      expect([cut.isBuildingSeen(), cut.judgements]).toEqual([true, []]);
      await server.revive();
      expect(await index.open(VERSION)).toBeNull();
      const again = sampled(async () => {});
      await fill(again.sample);
      await index.keepOnly([VERSION]);
      expect(again.judgements).toMatchObject([{ isTrusted: true }]);
      expect(await collections()).toEqual([{ status: "green", indexed: POINTS }]);
    },
    TIMEOUT_MS,
  );

  test(
    "goes on building once it is back and judged, and answers meanwhile",
    async () => {
      const index = openQdrantIndex(connection);
      const more = points.map(({ boiId, textHash }) => point(`${boiId}-10`, `${textHash}-10`, draw()));
      const cut = sampled(() => server.kill());
      await (await index.open(VERSION))?.upsert(more);
      await rejectionOf(index.judge(VERSION, cut.sample, true));
      expect(cut.isBuildingSeen()).toBe(true);
      await server.revive();
      const reader = openQdrantReader(connection);
      const [vector = new Float32Array()] = questions;
      const query = { vector, version: VERSION, domaine: null, limit: 10 };
      expect(await reader.search(query)).toHaveLength(10);
      const after = sampled(async () => {});
      await index.judge(VERSION, after.sample, true);
      expect(after.judgements).toHaveLength(1);
      expect((await index.digest(VERSION)).count).toBe(2 * POINTS);
      expect(await collections()).toMatchObject([{ status: "green" }]);
    },
    TIMEOUT_MS,
  );
});
