import type { StoreDamaged } from "../../db/engine/damaged.ts";
import { recordDamage } from "../../db/ingestion/damage.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";

/** By the engine that names itself in the fault. */
const STORES: ReadonlyMap<string, DerivedStore> = new Map([
  ["sqlite", "fulltext"],
  ["postings", "postings"],
  ["vectors", "vectors"],
]);

/** Has the worker, in this process or another, mend a derived store that is found damaged. */
export function damageRecorder(primary: Database, clock: () => Date): (damage: StoreDamaged) => void {
  return ({ engine }) => {
    const store = STORES.get(engine);
    // A store that can't be written in now is told of the damage when it is next met.
    if (store !== undefined) recordDamage(primary, store, clock()).catch(() => {});
  };
}
