import type { QdrantClient } from "@qdrant/js-client-rest";
import type { TextSet } from "../../../db/engine/dated-texts.ts";
import { digestOf } from "../../../db/engine/digest.ts";
import { DIMENSIONS } from "../../embeddings/port.ts";
import {
  pointId,
  type RecallSample,
  type VectorIndex,
  type VectorPoint,
  type VectorWriter,
} from "../port.ts";
import { findCollection, putBehindAlias } from "./aliases.ts";
import { connectQdrant, type QdrantConnection, reaching } from "./client.ts";
import { aliasOf, approximationOf, isOurs, newCollectionName } from "./collection-names.ts";
import { readHeld } from "./held-points.ts";
import { beginIndexing, isIndexing, UNINDEXED } from "./indexing.ts";
import { judgeCollection } from "./judgement.ts";
import { isLaidOut, layoutOf, NAMED, type Storage } from "./layout.ts";

/** Writes wait until they are applied. */
const TIME_LIMIT_MS = 60_000;
/** The worker looks at it often. */
const LOOK_LIMIT_MS = 2_000;
/** Some 1 MB of JSON. */
const POINTS_PER_REQUEST = 256;
const IDS_PER_REQUEST = 10_000;

const SETS: readonly TextSet[] = ["present", "past"];

type AskedSample = Omit<RecallSample, "questions"> & { readonly questions: readonly Float32Array[] };

/**
 * The vectors in Qdrant: two collections per version of the embedder, of the documents in force and of past texts, which
 * readers find by their aliases.
 */
export function openQdrantIndex(connection: QdrantConnection): VectorIndex {
  const client = connectQdrant(connection, connection.answerLimitMs ?? TIME_LIMIT_MS);
  const { prefix } = connection;
  const layout = layoutOf(connection);
  const serve = async (alias: string, collection: string, sample: AskedSample) => {
    const judgement = await judgeCollection(client, collection, layout, sample);
    await putBehindAlias(client, alias, collection, judgement.isTrusted ? layout : null);
    sample.judged(judgement);
  };
  return {
    async open(version, set = "present") {
      const collection = await findCollection(client, aliasOf(prefix, version, set));
      if (collection === null) return null;
      if (set === "past") return writerOf(client, collection);
      const { config, status } = await reaching(client.getCollection(collection));
      // A collection with another layout keeps serving until its replacement is filled.
      if (!isLaidOut(config, layout)) return null;
      if (!isIndexing(config, status)) await beginIndexing(client, collection);
      return writerOf(client, collection);
    },
    async rebuild(version, fill, sample) {
      const alias = aliasOf(prefix, version);
      const collection = newCollectionName(alias);
      // First, because the embedder may be unavailable.
      const questions = await sample.questions();
      await createCollection(client, collection, { ...connection, storage: layout });
      await orDelete(client, collection, async () => {
        await fill(writerOf(client, collection));
        await beginIndexing(client, collection);
        await serve(alias, collection, { ...sample, questions });
      });
    },
    async rebuildPast(version, fill) {
      const alias = aliasOf(prefix, version, "past");
      const collection = newCollectionName(alias);
      await createCollection(client, collection, { ...connection, storage: NAMED });
      await orDelete(client, collection, async () => {
        await fill(writerOf(client, collection));
        await putBehindAlias(client, alias, collection, null);
      });
    },
    async judge(version, sample, isChanged) {
      const alias = aliasOf(prefix, version);
      const collection = await findCollection(client, alias);
      if (collection === null) return;
      if (!isChanged && (await findCollection(client, approximationOf(alias, layout))) === collection) return;
      await serve(alias, collection, { ...sample, questions: await sample.questions() });
    },
    async digest(version) {
      const held: string[] = [];
      for (const set of SETS) {
        const collection = await findCollection(client, aliasOf(prefix, version, set));
        if (collection !== null) held.push(...(await readHeld(client, collection)).values());
      }
      return digestOf(held);
    },
    async generation(version) {
      const quick = connectQdrant(connection, LOOK_LIMIT_MS);
      const parts: string[] = [];
      for (const set of SETS) {
        const collection = await findCollection(quick, aliasOf(prefix, version, set));
        if (collection === null) parts.push("absent");
        else {
          const { count } = await reaching(quick.count(collection, { exact: true }));
          parts.push(`${collection} ${count}`);
        }
      }
      return parts.join(" ");
    },
    async keepOnly(versions) {
      const kept = versions.flatMap((version) =>
        SETS.map((set) => findCollection(client, aliasOf(prefix, version, set))),
      );
      const live = await Promise.all(kept);
      const { collections } = await reaching(client.getCollections());
      const others = collections.filter(({ name }) => isOurs(prefix, name) && !live.includes(name));
      for (const { name } of others) await reaching(client.deleteCollection(name));
    },
  };
}

/** Does the work of a new collection, which is deleted when that fails. */
async function orDelete(client: QdrantClient, collection: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await client.deleteCollection(collection).catch(() => {});
    throw error;
  }
}

interface NewCollection extends Pick<QdrantConnection, "shards" | "replicas"> {
  readonly storage: Storage;
}

async function createCollection(
  client: QdrantClient,
  collection: string,
  { shards = 1, replicas = 1, storage }: NewCollection,
): Promise<void> {
  const { hnsw, quantisation } = storage;
  await reaching(
    client.createCollection(collection, {
      vectors: { size: DIMENSIONS, distance: "Cosine" },
      hnsw_config: hnsw,
      ...(quantisation === null ? {} : { quantization_config: quantisation }),
      optimizers_config: UNINDEXED,
      shard_number: shards,
      replication_factor: replicas,
    }),
  );
  for (const field of ["boi_id", "domaine", ...(storage === NAMED ? ["entries"] : [])]) {
    await reaching(
      client.createPayloadIndex(collection, { field_name: field, field_schema: "keyword", wait: true }),
    );
  }
}

function writerOf(client: QdrantClient, collection: string): VectorWriter {
  return {
    held: () => readHeld(client, collection),
    async upsert(points) {
      for (let start = 0; start < points.length; start += POINTS_PER_REQUEST) {
        const batch = points.slice(start, start + POINTS_PER_REQUEST).map(toPoint);
        await reaching(client.upsert(collection, { points: batch, wait: true }));
      }
    },
    async remove(pointIds) {
      for (let start = 0; start < pointIds.length; start += IDS_PER_REQUEST) {
        const batch = pointIds.slice(start, start + IDS_PER_REQUEST);
        await reaching(client.delete(collection, { points: batch, wait: true }));
      }
    },
  };
}

/** The int8 components unscaled: a cosine collection normalises what it receives. */
function toPoint({ boiId, domaine, textHash, entries, vector }: VectorPoint) {
  const payload = { boi_id: boiId, domaine, text_hash: textHash };
  return {
    id: pointId({ boiId, textHash }),
    vector: [...vector.components],
    payload: entries === undefined ? payload : { ...payload, entries: [...entries] },
  };
}
