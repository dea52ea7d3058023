import type { QdrantClient } from "@qdrant/js-client-rest";
import { DIMENSIONS } from "../../embeddings/port.ts";
import { digestOf } from "../../engine/digest.ts";
import { pointId, type VectorIndex, type VectorPoint, type VectorWriter } from "../port.ts";
import { connectQdrant, type QdrantConnection, reaching } from "./client.ts";
import { readHeld } from "./held-points.ts";
import { aliasOf, isOurs, newCollectionName } from "./names.ts";

/** Writes wait until they are applied. */
const TIME_LIMIT_MS = 60_000;
/** Some 1 MB of JSON. */
const POINTS_PER_REQUEST = 256;
const IDS_PER_REQUEST = 10_000;

/** The vectors in Qdrant: one collection for each version of the embedder, which readers find by its alias. */
export function openQdrantIndex(connection: QdrantConnection): VectorIndex {
  const client = connectQdrant(connection, connection.answerLimitMs ?? TIME_LIMIT_MS);
  const { prefix } = connection;
  return {
    async open(version) {
      const collection = await findCollection(client, aliasOf(prefix, version));
      return collection === null ? null : writerOf(client, collection);
    },
    async rebuild(version, fill) {
      const alias = aliasOf(prefix, version);
      const collection = newCollectionName(alias);
      await createCollection(client, collection, connection);
      try {
        await fill(writerOf(client, collection));
        await putBehindAlias(client, alias, collection);
      } catch (error) {
        await client.deleteCollection(collection).catch(() => {});
        throw error;
      }
    },
    async digest(version) {
      const collection = await findCollection(client, aliasOf(prefix, version));
      return digestOf(collection === null ? [] : (await readHeld(client, collection)).values());
    },
    async keepOnly(versions) {
      const kept = versions.map((version) => findCollection(client, aliasOf(prefix, version)));
      const live = await Promise.all(kept);
      const { collections } = await reaching(client.getCollections());
      const others = collections.filter(({ name }) => isOurs(prefix, name) && !live.includes(name));
      for (const { name } of others) await reaching(client.deleteCollection(name));
    },
  };
}

async function findCollection(client: QdrantClient, alias: string): Promise<string | null> {
  const { aliases } = await reaching(client.getAliases());
  return aliases.find(({ alias_name }) => alias_name === alias)?.collection_name ?? null;
}

async function createCollection(
  client: QdrantClient,
  collection: string,
  { shards = 1, replicas = 1 }: QdrantConnection,
): Promise<void> {
  const quantised = { scalar: { type: "int8" as const, always_ram: true } };
  await reaching(
    client.createCollection(collection, {
      vectors: { size: DIMENSIONS, distance: "Cosine" },
      quantization_config: quantised,
      shard_number: shards,
      replication_factor: replicas,
    }),
  );
  for (const field of ["boi_id", "domaine"]) {
    await reaching(
      client.createPayloadIndex(collection, { field_name: field, field_schema: "keyword", wait: true }),
    );
  }
}

/** One request, applied as a whole: readers go from the old collection to the new one. */
async function putBehindAlias(client: QdrantClient, alias: string, collection: string): Promise<void> {
  const isTaken = (await findCollection(client, alias)) !== null;
  const removal = isTaken ? [{ delete_alias: { alias_name: alias } }] : [];
  const creation = { create_alias: { alias_name: alias, collection_name: collection } };
  await reaching(client.updateCollectionAliases({ actions: [...removal, creation] }));
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

/** The int8 components as they are: a collection of cosines normalises what it receives. */
function toPoint({ boiId, domaine, textHash, vector }: VectorPoint) {
  return {
    id: pointId({ boiId, textHash }),
    vector: [...vector.components],
    payload: { boi_id: boiId, domaine, text_hash: textHash },
  };
}
