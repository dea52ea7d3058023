import type { Config } from "../../config/config.ts";
import type { OutageLogger } from "../../db/engine/outage-log.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { VectorReader } from "../vectors/port.ts";
import { RerankingCircuit } from "./circuit.ts";
import type { Reranker } from "./port.ts";
import { serviceReranker } from "./service/index.ts";
import { storedReranker } from "./stored.ts";

interface RerankingDeps {
  readonly database: Database;
  readonly vectors: Pick<VectorReader, "search">;
  readonly logger: OutageLogger;
}

/**
 * Opens the second stage of hybrid search: the service of `RERANK_URL`, which was chosen for that, else the vectors of
 * the embeddings service; null when there is neither.
 */
export function openReranker(
  { reranking, embeddings }: Pick<Config, "reranking" | "embeddings">,
  { database, vectors, logger }: RerankingDeps,
): Reranker | null {
  if (reranking !== null) return serviceReranker(reranking, database, new RerankingCircuit(logger));
  return embeddings.kind === "openai" ? storedReranker(embeddings, vectors) : null;
}
