import type { AnswerLimit } from "./answer-limit.ts";
import type { EnvironmentReader } from "./environment-reader.ts";

/** Vector engine: exact comparison in the relational store, or a Qdrant server. */
export type VectorsConfig =
  | { readonly kind: "embedded" }
  | (AnswerLimit & {
      readonly kind: "qdrant";
      readonly url: string;
      readonly apiKey: string | null;
      /** How a cluster shards and replicates a collection, from its next rebuild on. */
      readonly shards: number;
      readonly replicas: number;
      /** Whether to avoid the approximation of a graph: every vector is compared, its signs first. */
      readonly exact: boolean;
    });

const MAX_COPIES = 64;

/** Reads the vector settings. */
export function readVectors(read: EnvironmentReader, limit: AnswerLimit): VectorsConfig {
  if (read.text("QDRANT_URL") === null) {
    for (const name of ["QDRANT_API_KEY", "QDRANT_SHARDS", "QDRANT_REPLICAS", "QDRANT_EXACT"])
      read.absent(name, "sans QDRANT_URL, cette variable est sans effet.");
    return { kind: "embedded" };
  }
  const url = read.url("QDRANT_URL", ["http:", "https:"]) ?? "";
  return {
    kind: "qdrant",
    url,
    apiKey: read.headerValue("QDRANT_API_KEY"),
    shards: read.integer("QDRANT_SHARDS", 1, 1, MAX_COPIES),
    replicas: read.integer("QDRANT_REPLICAS", 1, 1, MAX_COPIES),
    exact: read.oneOf("QDRANT_EXACT", ["on", "off"], "off") === "on",
    ...limit,
  };
}
