import { isForgotten, readUnproved, recordAttempt } from "../../db/erasure/erasures.ts";
import { readDebts, settleDebt } from "../../db/ingestion/derived/debts.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { announceChange } from "../../db/queries/corpus.ts";
import type { ErasedStore } from "../../db/schema/erasures.ts";
import type { RunProof } from "../../db/schema/ingestion.ts";
import { derivedFullText } from "./fulltext.ts";
import { bringInStep, UNFOLLOWED } from "./in-step.ts";
import { derivedPostings } from "./postings.ts";
import { proveStores } from "./proof.ts";
import { readGeneration } from "./stage.ts";
import type { DerivedStores } from "./stores.ts";
import { rebuildVectors } from "./vectors.ts";

const DERIVED: readonly DerivedStore[] = ["fulltext", "postings", "vectors"];

/**
 * Removes the texts erased by law from every store, and records what could not be proved: an erasure is done when
 * nothing remains. An unavailable store blocks none of the others; it is retried later. Null when there was nothing to
 * prove. The caller owns the ingestion lock.
 */
export async function proveErasures(
  database: Database,
  stores: DerivedStores,
  now: Date,
): Promise<readonly ErasedStore[] | null> {
  if ((await readUnproved(database)).size === 0) return null;
  const before = await proveStores(database, stores);
  for (const store of DERIVED.filter((one) => !agrees(before, one)))
    await forget(database, stores, store).catch(() => {});
  const { revision, debts } = await readDebts(database);
  const proof = await proveStores(database, stores);
  for (const { store, isDamaged } of debts) {
    if (isDamaged || !agrees(proof, store)) continue;
    const generation = await readGeneration(database, stores, store).catch(() => null);
    await settleDebt(database, store, { revision, generation });
  }
  const remains: ErasedStore[] = DERIVED.filter((store) => !agrees(proof, store));
  if (!(await isForgotten(database))) remains.unshift("relational");
  await recordAttempt(database, remains, now);
  // Makes processes reload what they have cached of it.
  await announceChange(database);
  return remains;
}

function agrees(proof: RunProof, store: DerivedStore): boolean {
  return proof[store]?.agrees === true;
}

async function forget(database: Database, stores: DerivedStores, store: DerivedStore): Promise<void> {
  if (store === "fulltext") await bringInStep(derivedFullText(database, stores.fullText), UNFOLLOWED);
  else if (store === "postings") await bringInStep(derivedPostings(database), UNFOLLOWED);
  else await rebuildVectors(database, stores.vectors);
}
