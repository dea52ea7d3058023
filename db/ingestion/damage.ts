import type { Database } from "../postgres/database.ts";
import type { DerivedStore } from "./derived/indexing.ts";

const REASON = "entrées abîmées, à refaire";

/** Records that a derived store no longer contains what was written in it: the worker mends it. */
export async function recordDamage(database: Database, store: DerivedStore, now: Date): Promise<void> {
  await database.$client`
    insert into store_debts as d (store, since, reason, is_damaged) values (${store}, ${now}, ${REASON}, true)
    on conflict (store) do update set reason = excluded.reason, is_damaged = true where not d.is_damaged`;
}

/** Derived stores recorded as damaged and not mended yet. */
export async function readDamaged({ $client: sql }: Database): Promise<DerivedStore[]> {
  const rows = await sql<
    { store: DerivedStore }[]
  >`select store from store_debts where is_damaged order by store`;
  return rows.map(({ store }) => store);
}
