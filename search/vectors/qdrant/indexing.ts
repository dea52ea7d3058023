import type { QdrantClient, Schemas } from "@qdrant/js-client-rest";
import { reaching } from "./client.ts";

/** In kilobytes of vectors, from which a segment is indexed. The default of Qdrant 1.19. */
const THRESHOLD_KB = 10_000;
/** For a collection filled at once: its points are stored as they come, and indexed together (Qdrant, « Bulk upload »). */
export const UNINDEXED = { indexing_threshold: 0 };

/**
 * Whether a server indexes what a collection receives. It does not when indexing was turned off (`UNINDEXED`), nor when
 * it restarted before finishing: the collection is then "grey", and stays so until indexing is requested.
 */
export function isIndexing(
  { optimizer_config }: Schemas["CollectionConfig"],
  status: Schemas["CollectionStatus"],
): boolean {
  return optimizer_config.indexing_threshold !== UNINDEXED.indexing_threshold && status !== "grey";
}

/** Has the server index a collection; `judgeCollection` waits for the end of it. */
export async function beginIndexing(client: QdrantClient, collection: string): Promise<void> {
  const optimizers_config = { indexing_threshold: THRESHOLD_KB };
  await reaching(client.updateCollection(collection, { optimizers_config }));
}
