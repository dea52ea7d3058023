import type { Config } from "../../config/config.ts";
import { type RefreshObserver, UNOBSERVED } from "../../db/engine/refreshed-value.ts";
import type { RelationalStore } from "../../db/postgres/open.ts";
import type { ThreadConnection } from "./exact/messages.ts";
import { openExactReader } from "./exact/reader.ts";
import type { VectorIndex, VectorReader } from "./port.ts";
import { openQdrantIndex } from "./qdrant/index.ts";
import { openQdrantReader } from "./qdrant/reader.ts";

/** Selects the vector store to search; plain values, which can be sent to a thread. */
type VectorConfig = Pick<Config, "vectors">;

const PREFIX = "doctrine-passages";

/**
 * Opens what the API searches: Qdrant, or else the vectors of the relational store.
 * @param observer notified when the latter are refreshed.
 */
export function openVectorReader(
  config: VectorConfig & Pick<Config, "database">,
  store: Pick<RelationalStore, "connect">,
  observer: RefreshObserver = UNOBSERVED,
): VectorReader {
  const { vectors, database } = config;
  if (vectors.kind === "embedded") return openExactReader(() => connectionOf(database, store), observer);
  return openQdrantReader({ ...vectors, prefix: PREFIX });
}

/** Opens what ingestion fills; null when the vectors of the relational store are searched directly. */
export function openVectorIndex({ vectors }: VectorConfig): VectorIndex | null {
  return vectors.kind === "embedded" ? null : openQdrantIndex({ ...vectors, prefix: PREFIX });
}

function connectionOf(
  database: Config["database"],
  store: Pick<RelationalStore, "connect">,
): ThreadConnection {
  if (database.kind === "server") return { kind: "server", url: database.url };
  const door = store.connect();
  if (door === null) throw new Error("an embedded store gives a door");
  return { kind: "door", door };
}
