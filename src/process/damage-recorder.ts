import type { StoreDamaged } from "../../db/engine/unavailable.ts";
import { recordDamage } from "../../db/ingestion/damage.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";

/** By the engine named in the fault. */
const STORES: ReadonlyMap<string, DerivedStore> = new Map([
  ["sqlite", "fulltext"],
  ["postings", "postings"],
  ["vectors", "vectors"],
]);

/**
 * Makes the callback that records a damaged derived store, so that the worker, in this process or another, repairs
 * it.
 */
export function damageRecorder(primary: Database, clock: () => Date): (damage: StoreDamaged) => void {
  return ({ engine }) => {
    const store = STORES.get(engine);
    // If the store can't be written now, the damage is recorded the next time it is met.
    if (store !== undefined) recordDamage(primary, store, clock()).catch(() => {});
  };
}
