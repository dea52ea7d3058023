import type { AnswerLimit } from "./answer-limit.ts";
import type { Reader } from "./reader.ts";

/** Where vectors are searched: in the relational store, by exact comparison, or in a Qdrant server. */
export type VectorsConfig =
  | { readonly kind: "embedded" }
  | (AnswerLimit & {
      readonly kind: "qdrant";
      readonly url: string;
      readonly apiKey: string | null;
      /** How a cluster cuts and copies a collection, from its next rebuild on. */
      readonly shards: number;
      readonly replicas: number;
      /** Whether nothing may be lost to a graph: every vector is compared, its signs first. */
      readonly exact: boolean;
    });

const MAX_COPIES = 64;

/** Reads where vectors are searched. */
export function readVectors(read: Reader, limit: AnswerLimit): VectorsConfig {
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
