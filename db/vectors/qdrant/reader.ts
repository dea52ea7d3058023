import { withHeaders } from "@qdrant/js-client-rest";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { requestIdHeader } from "../../engine/request-id.ts";
import type { VectorHit, VectorQuery, VectorReader } from "../port.ts";
import { connectQdrant, type QdrantConnection, reaching } from "./client.ts";
import { aliasOf } from "./names.ts";

/** A question is answered well under 100 ms: a server that takes longer than this is in trouble. */
const TIME_LIMIT_MS = 3_000;

const EXACT = { exact: true };

/** The graph first, on int8 vectors, then the nearest ones compared again with the vectors themselves. */
const APPROXIMATE = { quantization: { rescore: true, oversampling: 2 } };

const Payload = Type.Object({ boi_id: Type.String(), text_hash: Type.String() });

/**
 * Reader of the points that `qdrant/index.ts` keeps.
 * @param isExact versions that are compared with vector by vector: those of the corpus embedder, which the graph of
 *   Qdrant serves badly (docs/search.md, « Meaning »).
 */
export function openQdrantReader(
  connection: QdrantConnection,
  isExact: (version: string) => boolean,
): VectorReader {
  const client = connectQdrant(connection, TIME_LIMIT_MS);
  return {
    async search(query: VectorQuery) {
      const { vector, version, among, limit } = query;
      if (among?.length === 0) return [];
      const alias = aliasOf(connection.prefix, version);
      const filter = filterOf(query);
      const ask = () =>
        client.queryGroups(alias, {
          query: [...vector],
          group_by: "boi_id",
          group_size: 1,
          limit,
          params: among !== undefined || isExact(version) ? EXACT : APPROXIMATE,
          with_payload: Object.keys(Payload.properties),
          ...(filter.must.length === 0 ? {} : { filter }),
        });
      const answer = await reaching(withHeaders(requestIdHeader(), ask));
      return answer.groups.flatMap(({ hits }) => hits.flatMap(readHit));
    },
    async ping(version) {
      await reaching(client.getCollection(aliasOf(connection.prefix, version)));
    },
    close: async () => {},
  };
}

function filterOf({ domaine, among }: VectorQuery) {
  const series = domaine === null ? [] : [{ key: "domaine", match: { value: domaine } }];
  const documents = among === undefined ? [] : [{ key: "boi_id", match: { any: [...among] } }];
  return { must: [...series, ...documents] };
}

interface ScoredPoint {
  readonly score: number;
  readonly payload?: unknown;
}

/** A point that does not hold what ours do is not shown. */
function readHit({ score, payload }: ScoredPoint): VectorHit[] {
  if (!Value.Check(Payload, payload)) return [];
  return [{ boiId: payload.boi_id, textHash: payload.text_hash, score }];
}
