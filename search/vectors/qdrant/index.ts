import { setTimeout as sleep } from "node:timers/promises";
import type { QdrantClient, Schemas } from "@qdrant/js-client-rest";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { TextSet } from "../../../db/engine/dated-texts.ts";
import { digestOf } from "../../../db/engine/digest.ts";
import { DIMENSIONS } from "../../embeddings/port.ts";
import {
  type Judgement,
  pointContent,
  pointId,
  type RecallSample,
  type VectorIndex,
  type VectorPoint,
  type VectorWriter,
} from "../port.ts";
import {
  beginIndexing,
  connectQdrant,
  isIndexing,
  type QdrantConnection,
  reaching,
  UNINDEXED,
} from "./client.ts";
import {
  aliasOf,
  approximationOf,
  BITS,
  EXACT,
  GRAPH,
  isLaidOut,
  isOurs,
  type Layout,
  layoutOf,
  NAMED,
  newCollectionName,
  type Storage,
} from "./collection-names.ts";
import { findNearest } from "./nearest.ts";

/** Writes wait until they are applied. */
const TIME_LIMIT_MS = 60_000;
/** The worker looks at it often. */
const LOOK_LIMIT_MS = 2_000;
/** Some 1 MB of JSON. */
const POINTS_PER_REQUEST = 256;
const IDS_PER_REQUEST = 10_000;

const SETS: readonly TextSet[] = ["present", "past"];

type AskedSample = Omit<RecallSample, "questions"> & { readonly questions: readonly Float32Array[] };

/** The vectors in Qdrant: by version, a collection of texts in force and one of past texts, found by their aliases. */
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
      const alias = aliasOf(prefix, version, sample === null ? "past" : "present");
      const collection = newCollectionName(alias);
      // First, because the embedder may be unavailable.
      const questions = (await sample?.questions()) ?? [];
      const storage = sample === null ? NAMED : layout;
      await createCollection(client, collection, { ...connection, storage });
      await orDelete(client, collection, async () => {
        await fill(writerOf(client, collection));
        if (sample === null) return await putBehindAlias(client, alias, collection, null);
        await beginIndexing(client, collection);
        await serve(alias, collection, { ...sample, questions });
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

async function findCollection(client: QdrantClient, alias: string): Promise<string | null> {
  const { aliases } = await reaching(client.getAliases());
  return aliases.find(({ alias_name }) => alias_name === alias)?.collection_name ?? null;
}

/** Points an alias to a collection and, when trusted, the approximation's alias too, in one atomic request. */
async function putBehindAlias(
  client: QdrantClient,
  alias: string,
  collection: string,
  trusted: Layout | null,
): Promise<void> {
  const approximations = [GRAPH, BITS].map((layout) => approximationOf(alias, layout));
  const wanted = trusted === null ? [alias] : [alias, approximationOf(alias, trusted)];
  const { aliases } = await reaching(client.getAliases());
  const isOurs = (name: string) => name === alias || approximations.includes(name);
  const taken = aliases.filter(({ alias_name }) => isOurs(alias_name));
  const isStanding = (name: string) =>
    taken.some(({ alias_name, collection_name }) => alias_name === name && collection_name === collection);
  const removals = taken.filter(({ alias_name }) => !(wanted.includes(alias_name) && isStanding(alias_name)));
  const creations = wanted.filter((name) => !isStanding(name));
  const actions = [
    ...removals.map(({ alias_name }) => ({ delete_alias: { alias_name } })),
    ...creations.map((name) => ({ create_alias: { alias_name: name, collection_name: collection } })),
  ];
  if (actions.length > 0) await reaching(client.updateCollectionAliases({ actions }));
}

/** Some 1 MB of JSON per page. */
const POINTS_PER_PAGE = 5_000;
const Payload = Type.Object({
  boi_id: Type.String(),
  domaine: Type.String(),
  text_hash: Type.String(),
  entries: Type.Optional(Type.Array(Type.String())),
});

/** The content of every point of a collection, by identifier; "" when it does not match the identifier. */
async function readHeld(client: QdrantClient, collection: string): Promise<Map<string, string>> {
  const held = new Map<string, string>();
  let offset: Schemas["ScrollResult"]["next_page_offset"];
  do {
    const position = offset === undefined || offset === null ? {} : { offset };
    const page = await reaching(
      client.scroll(collection, {
        ...position,
        limit: POINTS_PER_PAGE,
        with_payload: Object.keys(Payload.properties),
        with_vector: false,
      }),
    );
    for (const { id, payload } of page.points) held.set(String(id), contentOf(String(id), payload));
    offset = page.next_page_offset;
  } while (offset !== undefined && offset !== null);
  return held;
}

function contentOf(id: string, payload: unknown): string {
  if (!Value.Check(Payload, payload)) return "";
  const { boi_id: boiId, text_hash: textHash, ...others } = payload;
  return pointId({ boiId, textHash }) === id ? pointContent({ boiId, textHash, ...others }) : "";
}

const NEAREST = 10;
const FIRST_POLL_MS = 50;
const LAST_POLL_MS = 2_000;
/** A graph of 100,000 points takes 40 s of two cores. */
const BUILD_LIMIT_MS = 30 * 60_000;
/** Tolerance between two computations of one cosine. */
const SAME_SCORE = 1e-5;

/** Compares the results of a collection's layout with the exact ranking, once the server has finished building it. */
async function judgeCollection(
  client: QdrantClient,
  collection: string,
  { params, minRecall }: Layout,
  { questions, onWait }: { readonly questions: readonly Float32Array[] } & Pick<RecallSample, "onWait">,
): Promise<Judgement> {
  if (!(await isBuilt(client, collection, onWait))) return { recall: null, minRecall, isTrusted: false };
  let [found, expected] = [0, 0];
  for (const vector of questions) {
    await onWait(null);
    const query = { vector, domaine: null, limit: NEAREST };
    const nearest = await findNearest(client, collection, query, EXACT);
    const approximated = await findNearest(client, collection, query, params);
    // Compared by score: equally near documents are interchangeable.
    const floor = (nearest.at(-1)?.score ?? 0) - SAME_SCORE;
    found += approximated.filter(({ score }) => score >= floor).length;
    expected += nearest.length;
  }
  // Without questions, nothing can be missed.
  const recall = expected === 0 ? 1 : found / expected;
  return { recall, minRecall, isTrusted: recall >= minRecall };
}

/** Whether the server has finished what its configuration requires: until then it compares what remains one by one. */
async function isBuilt(
  client: QdrantClient,
  collection: string,
  onWait: RecallSample["onWait"],
): Promise<boolean> {
  const endAt = performance.now() + BUILD_LIMIT_MS;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, LAST_POLL_MS)) {
    const info = await reaching(client.getCollection(collection));
    const { config, status, points_count, indexed_vectors_count } = info;
    if (!isIndexing(config, status)) await beginIndexing(client, collection);
    else if (status === "green") return true;
    if (status === "red" || performance.now() > endAt) return false;
    await onWait({ done: indexed_vectors_count ?? 0, total: points_count ?? 0 });
    await sleep(pollMs);
  }
}
