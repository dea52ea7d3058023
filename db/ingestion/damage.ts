import { eq } from "drizzle-orm";
import type { Database } from "../postgres/database.ts";
import { storeDebts } from "../schema/ingestion.ts";
import type { DerivedStore } from "./derived/indexing.ts";

const REASON = "entrées abîmées, à refaire";

/** Records that a derived store no longer contains what was written in it: the worker mends it. */
export async function recordDamage(database: Database, store: DerivedStore, now: Date): Promise<void> {
  const damaged = { reason: REASON, isDamaged: true };
  await database
    .insert(storeDebts)
    .values({ store, since: now, ...damaged })
    .onConflictDoUpdate({
      target: storeDebts.store,
      set: damaged,
      setWhere: eq(storeDebts.isDamaged, false),
    });
}

/** Derived stores recorded as damaged and not mended yet. */
export async function readDamaged(database: Database): Promise<DerivedStore[]> {
  const rows = await database
    .select({ store: storeDebts.store })
    .from(storeDebts)
    .where(eq(storeDebts.isDamaged, true))
    .orderBy(storeDebts.store);
  return rows.map(({ store }) => store);
}
