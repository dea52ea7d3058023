import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { openQdrantReader } from "../../../../search/vectors/open.ts";
import { pointContent, pointId, type VectorWriter } from "../../../../search/vectors/port.ts";
import { connectQdrant, type QdrantConnection } from "../../../../search/vectors/qdrant/client.ts";
import { isOurs } from "../../../../search/vectors/qdrant/collection-names.ts";
import { openQdrantIndex } from "../../../../search/vectors/qdrant/index.ts";
import { NO_QUESTIONS, point, vector } from "../../../fixtures/points.ts";
import { rejectionOf } from "../../../rejection.ts";
import { openFaultyProxy } from "../../../servers/faulty-proxy.ts";
import { startQdrant } from "../../../servers/qdrant.ts";
import { describeOnQdrant, qdrantServer } from "../../../servers/real-qdrant.ts";
import { describeVectorStore, type VectorStoreUnderTest } from "./conformance.ts";

const POINTS = [point("BOI-IR-10", "a", vector(1, 0)), point("BOI-IR-20", "b", vector(0, 1))];
const QUERY = { vector: vector(1, 0), version: "v1", domaine: null, limit: 10 };

for (const exact of [true, false]) {
  describeVectorStore(`Qdrant, double, ${exact ? "by its bits" : "by its graph"}`, async () => {
    const server = startQdrant();
    const store = underTest({ url: server.url, apiKey: null, prefix: "essai", exact });
    return { ...store, dispose: () => server.stop() };
  });
}

describeOnQdrant("a real Qdrant", () => {
  for (const exact of [true, false]) {
    const prefix = `essai-${crypto.randomUUID()}`;
    describeVectorStore(exact ? "by its bits" : "by its graph", async () => {
      const { url } = await qdrantServer();
      return underTest({ url, apiKey: null, prefix, exact });
    });
  }
});

describe("Qdrant", () => {
  const server = startQdrant("clé");
  const connection = { url: server.url, apiKey: "clé", prefix: "essai" };
  const index = openQdrantIndex(connection);
  const reader = openQdrantReader(connection);
  afterEach(() => {
    server.faults.delayMs = 0;
    server.faults.lostWrites = 0;
  });
  afterAll(() => server.stop());

  const fill = (version: string, points = POINTS) =>
    index.rebuild(version, (writer) => writer.upsert(points), NO_QUESTIONS);

  test("readers see the old points until the new ones are all there", async () => {
    await fill("v1");
    const refill = async (writer: VectorWriter) => {
      await writer.upsert(POINTS.slice(1));
      expect(await reader.search(QUERY)).toHaveLength(2);
    };
    await index.rebuild("v1", refill, NO_QUESTIONS);
    expect(await reader.search(QUERY)).toHaveLength(1);
  });

  test("a cluster's shards and replicas are those of the collections made from then on", async () => {
    const cluster = startQdrant();
    const there = { url: cluster.url, apiKey: null, prefix: "essai", shards: 6, replicas: 2 };
    await openQdrantIndex(there).rebuild("v1", (writer) => writer.upsert(POINTS), NO_QUESTIONS);
    const { config } = await connectQdrant(there, 1000).getCollection(cluster.collections()[0] ?? "");
    expect(config.params).toMatchObject({ shard_number: 6, replication_factor: 2 });
    await cluster.stop();
  });

  test("a rebuild that fails leaves the old points in place", async () => {
    await fill("v1");
    const fail = async () => {
      throw new Error("coupure");
    };
    const failing = index.rebuild("v1", fail, NO_QUESTIONS);
    expect(String(await rejectionOf(failing))).toContain("coupure");
    expect(await reader.search(QUERY)).toHaveLength(2);
  });

  test("what other versions and failed rebuilds left is removed, and nothing that is not ours", async () => {
    await connectQdrant(connection, 1_000).createCollection("essai-autre", {
      vectors: { size: 4, distance: "Cosine" },
    });
    await fill("v1");
    await fill("v2");
    await index.keepOnly(["v2"]);
    expect(server.collections()).toHaveLength(2);
    expect(server.collections()).toContain("essai-autre");
    expect(await reader.search({ ...QUERY, version: "v2" })).toHaveLength(2);
    expect(await rejectionOf(reader.search(QUERY))).toBeInstanceOf(EngineUnavailable);
  });

  test("a write that the server lost shows in what it holds", async () => {
    await fill("v1", POINTS.slice(0, 1));
    const writer = await index.open("v1");
    server.faults.lostWrites = 1;
    await writer?.upsert(POINTS.slice(1));
    const kept = { boiId: "BOI-IR-10", domaine: "IR", textHash: "a" };
    expect(await writer?.held()).toEqual(new Map([[pointId(kept), pointContent(kept)]]));
  });

  test("points are added again and removed twice without harm", async () => {
    await fill("v1");
    const writer = await index.open("v1");
    await writer?.upsert(POINTS);
    const [first = ""] = (await writer?.held())?.keys() ?? [];
    await writer?.remove([first]);
    await writer?.remove([first]);
    expect((await writer?.held())?.size).toBe(1);
  });

  test("a wrong key is told as such", async () => {
    const stranger = openQdrantReader({ ...connection, apiKey: "autre" });
    expect(String(await rejectionOf(stranger.search(QUERY)))).toContain("QDRANT_API_KEY");
  });

  test("a server that is too slow is given up", async () => {
    await fill("v1");
    server.faults.delayMs = 10_000;
    const start = performance.now();
    const error = await rejectionOf(reader.search(QUERY));
    expect(error).toBeInstanceOf(EngineUnavailable);
    expect(String(error)).toContain("pas répondu à temps");
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test.each([
    ["a name that leads nowhere", "http://nulle-part.invalid:6333", "le nom du serveur est introuvable"],
    ["another server", () => new Response("<html>"), "n'est pas Qdrant"],
    ["a proxy in error", () => new Response("<html>", { status: 502 }), "par une erreur (502)"],
  ])("%s is told as such", async (_, place, wording) => {
    const other = typeof place === "string" ? null : Bun.serve({ port: 0, fetch: place });
    const url = typeof place === "string" ? place : `http://127.0.0.1:${other?.port}`;
    const error = await rejectionOf(openQdrantReader({ ...connection, url }).search(QUERY));
    expect(error).toBeInstanceOf(EngineUnavailable);
    expect(String(error)).toContain(wording);
    await other?.stop(true);
  });

  test("a server that is away is unavailable, and answers again when it is back", async () => {
    await fill("v1");
    await server.refuse();
    const error = await rejectionOf(reader.search(QUERY));
    expect(error).toBeInstanceOf(EngineUnavailable);
    expect(String(error)).toContain("la connexion est refusée");
    expect(String(error)).not.toContain("127.0.0.1");
    server.resume();
    expect(await reader.search(QUERY)).toHaveLength(2);
  });

  test("a connection that the server has closed meanwhile is no failure: the question is asked again", async () => {
    await fill("v1");
    const proxy = await openFaultyProxy(server.url);
    const through = openQdrantReader({ ...connection, url: proxy.url });
    expect(await through.search(QUERY)).toHaveLength(2);
    proxy.behave("cut");
    expect(await through.search(QUERY)).toHaveLength(2);
    await proxy.close();
  });

  test("an address with a path is asked under that path, for answers that are not compressed", async () => {
    const paths: string[] = [];
    const encodings: (string | null)[] = [];
    const proxy = Bun.serve({
      port: 0,
      fetch(request) {
        paths.push(new URL(request.url).pathname);
        encodings.push(request.headers.get("accept-encoding"));
        return Response.json({ result: { aliases: [] }, status: "ok", time: 0 });
      },
    });
    await openQdrantIndex({ ...connection, url: `http://127.0.0.1:${proxy.port}/vecteurs/` }).open("v1");
    expect(paths).toEqual(["/vecteurs/aliases"]);
    expect(encodings).toEqual(["identity"]);
    await proxy.stop(true);
  });
});

/** Uses collections under its own names, and deletes them. */
function underTest(connection: QdrantConnection): VectorStoreUnderTest {
  const index = openQdrantIndex(connection);
  return {
    reader: openQdrantReader(connection),
    async fill(version, points) {
      const writer = await index.open(version);
      if (writer === null) return await index.rebuild(version, (fresh) => fresh.upsert(points), NO_QUESTIONS);
      const wanted = new Set(points.map(pointId));
      await writer.upsert(points);
      await writer.remove([...(await writer.held()).keys()].filter((id) => !wanted.has(id)));
    },
    digest: (version) => index.digest(version),
    async dispose() {
      const client = connectQdrant(connection, 10_000);
      const { collections } = await client.getCollections();
      const ours = collections.filter(({ name }) => isOurs(connection.prefix, name));
      for (const { name } of ours) await client.deleteCollection(name);
    },
  };
}
