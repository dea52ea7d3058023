import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { RunProof } from "../../db/schema/ingestion.ts";
import { rebuildFullText } from "./fulltext.ts";
import { rebuildPostings } from "./postings.ts";
import { proveStores } from "./proof.ts";
import type { DerivedStores } from "./stores.ts";
import { rebuildVectors } from "./vectors/sync.ts";

/** Refills the chosen stores beside the live ones. Returns what all then contain. The caller owns the ingestion lock. */
export async function rebuildStores(
  database: Database,
  stores: DerivedStores,
  chosen: readonly DerivedStore[],
): Promise<RunProof> {
  if (chosen.includes("fulltext")) await rebuildFullText(database, stores.fullText);
  if (chosen.includes("postings")) await rebuildPostings(database);
  if (chosen.includes("vectors")) await rebuildVectors(database, stores.vectors);
  return await proveStores(database, stores);
}
