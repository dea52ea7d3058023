import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { type DerivedStores, rebuildStore } from "../../../../ingest/derived/stores.ts";
import { openFullTextIndex } from "../../../../search/fulltext/open.ts";
import { connectQdrant } from "../../../../search/vectors/qdrant/client.ts";
import { aliasOf, newCollectionName } from "../../../../search/vectors/qdrant/collection-names.ts";
import { openQdrantIndex } from "../../../../search/vectors/qdrant/index.ts";
import { temporaryFolder } from "../../../folders.ts";
import { describeOnMeilisearch, meilisearchServer, ownIndexes } from "../../../servers/meilisearch.ts";
import { startQdrant } from "../../../servers/qdrant.ts";
import { openEmbedded } from "../../../servers/stores.ts";
import { dating, ingester, TEN, writeExport } from "../exports.ts";

setDefaultTimeout(60_000);

describeOnMeilisearch("what a rebuild that was killed left on the servers", () => {
  const qdrant = startQdrant();
  const connection = { url: qdrant.url, apiKey: null, prefix: "restes" };
  let store: RelationalStore;
  let stores: DerivedStores;
  let index: string;
  let live: readonly string[];

  beforeAll(async () => {
    const meilisearch = await ownIndexes();
    index = meilisearch.index;
    store = await openEmbedded();
    const fulltext = { kind: "meilisearch", ...meilisearch } as const;
    stores = {
      fullText: openFullTextIndex({ fulltext, dataDir: temporaryFolder() }),
      vectors: {
        embeddings: { kind: "corpus" },
        index: openQdrantIndex(connection),
      },
    };
    await ingest();
    live = await held();
  });
  afterAll(async () => {
    await store.close();
    await qdrant.stop();
  });

  beforeEach(async () => {
    const { client } = await meilisearchServer();
    const name = `${index}-neuf-${crypto.randomUUID()}`;
    for (const uid of [name, `${name}-titres`]) await client.createIndex(uid).waitTask();
    const collection = newCollectionName(aliasOf(connection.prefix, "un autre modèle"));
    const vectors = { size: 4, distance: "Cosine" } as const;
    await connectQdrant(connection, 1_000).createCollection(collection, { vectors });
    expect(await held()).toHaveLength(live.length + 3);
  });

  test("is removed by the next run, though nothing has changed", async () => {
    expect((await ingest()).counts).toMatchObject({ created: 0, indexed: 0, embedded: 0 });
    expect(await held()).toEqual([...live]);
  });

  test("is removed by the next rebuild", async () => {
    for (const name of ["fulltext", "vectors"] as const) await rebuildStore(store.database, stores, name);
    expect(await held()).toHaveLength(live.length);
  });

  const ingest = () => ingester(store.database).ingest(writeExport([...TEN, dating("2021-01-31")]), stores);

  /** The indexes and the collections on the servers. */
  async function held(): Promise<string[]> {
    const { client } = await meilisearchServer();
    const { results } = await client.getRawIndexes({ limit: 1_000 });
    const indexes = results.map(({ uid }) => uid).filter((uid) => uid.startsWith(index));
    return [...indexes, ...qdrant.collections()].sort();
  }
});
