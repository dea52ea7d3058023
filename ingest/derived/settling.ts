import { settleDebt } from "../../db/ingestion/derived/debts.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readRevision } from "../../db/queries/corpus.ts";

/**
 * Runs the work that brings a derived store in step, then records that it is: what changed since the work began stays
 * owed.
 * @param generation how the store then is (`readGeneration`).
 */
export async function settling(
  database: Database,
  store: DerivedStore,
  generation: () => Promise<string | null>,
  work: () => Promise<unknown>,
): Promise<void> {
  const revision = await readRevision(database);
  await work();
  // A store that no longer answers was in step all the same: it is compared once more when it is back.
  await settleDebt(database, store, { revision, generation: await generation().catch(() => null) });
}
