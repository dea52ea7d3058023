import { type QdrantClient, type Schemas, withHeaders } from "@qdrant/js-client-rest";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { isCut } from "../../../db/engine/outage-log.ts";
import { callHeaders } from "../../../db/tracing/span.ts";
import type { VectorFilter, VectorHit, VectorQuery } from "../port.ts";
import { reaching } from "./client.ts";

/** Documents may share the nearest points: six per document are enough, except for one question in some hundreds. */
const POINTS_PER_DOCUMENT = 6;
const MIN_POINTS = 100;

const Payload = Type.Object({ boi_id: Type.String(), text_hash: Type.String() });

/**
 * The nearest documents of a collection or alias, one hit each unless more are asked for, by decreasing score. Points
 * are grouped here: grouping on the server takes it half as long again.
 * @throws {EngineUnavailable}
 */
export async function findNearest(
  client: QdrantClient,
  collection: string,
  query: Omit<VectorQuery, "version">,
  params: Schemas["SearchParams"],
): Promise<VectorHit[]> {
  const { vector, limit, perDocument = 1 } = query;
  const among = query.pastAmong ?? query.among;
  const filter = filterOf(query);
  const asked = {
    query: [...vector],
    params,
    with_payload: Object.keys(Payload.properties),
    ...(filter.must.length === 0 ? {} : { filter }),
  };
  // Each of the named documents is wanted, however many nearer points the others have.
  const isEachWanted = among !== undefined && among.length <= limit;
  if (!isEachWanted) {
    const most = Math.max(MIN_POINTS, POINTS_PER_DOCUMENT * limit);
    const { points } = await onBehalf(() => client.query(collection, { ...asked, limit: most }));
    const hits = bestOfEach(points.flatMap(readHit));
    if (points.length < most || hits.length >= limit) return hits.slice(0, limit);
  }
  const most = among === undefined ? limit : Math.min(limit, among.length);
  const grouped = { ...asked, group_by: "boi_id", group_size: perDocument, limit: most };
  const { groups } = await onBehalf(() => client.queryGroups(collection, grouped));
  const hits = groups.flatMap((group) => group.hits.flatMap(readHit));
  return hits.sort((left, right) => right.score - left.score).slice(0, limit);
}

/** The header applies to calls made before `call` returns; a cut one is repeated, as Bun itself does for no POST. */
function onBehalf<Result>(call: () => Promise<Result>): Promise<Result> {
  const ask = () => withHeaders(callHeaders(), call);
  return reaching(
    ask().catch((error: unknown) => {
      if (!isCut(error)) throw error;
      return ask();
    }),
  );
}

function filterOf({ domaine, among, pastAmong }: VectorFilter) {
  const conditions = {
    domaine: domaine === null ? [] : [{ key: "domaine", match: { value: domaine } }],
    among: among === undefined ? [] : [{ key: "boi_id", match: { any: [...among] } }],
    pastAmong: pastAmong === undefined ? [] : [{ key: "entries", match: { any: [...pastAmong] } }],
  } satisfies Record<keyof VectorFilter, Schemas["FieldCondition"][]>;
  return { must: Object.values(conditions).flat() };
}

/** @param hits by decreasing score. */
function bestOfEach(hits: readonly VectorHit[]): VectorHit[] {
  const best = new Map<string, VectorHit>();
  for (const hit of hits) if (!best.has(hit.boiId)) best.set(hit.boiId, hit);
  return [...best.values()];
}

interface ScoredPoint {
  readonly score: number;
  readonly payload?: unknown;
}

/** A point with an unexpected payload is skipped. */
function readHit({ score, payload }: ScoredPoint): VectorHit[] {
  if (!Value.Check(Payload, payload)) return [];
  return [{ boiId: payload.boi_id, textHash: payload.text_hash, score }];
}
