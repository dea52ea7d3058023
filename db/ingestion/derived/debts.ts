import type { Database } from "../../postgres/database.ts";
import { inTransaction } from "../../postgres/statements.ts";
import type { DerivedStore } from "./indexing.ts";

/** What a derived store owes: the only place where status, metrics, warnings and the worker read it. */
export interface Debt {
  readonly store: DerivedStore;
  readonly since: Date;
  /** Documents missing from the store, outdated or in excess; 0 when it could not be compared. */
  readonly documents: number;
  readonly isDamaged: boolean;
}

/** The debts at a revision of the corpus, which every change of theirs raises. */
export interface Debts {
  readonly revision: number;
  /** By store; those in step are absent. */
  readonly debts: readonly Debt[];
}

/** Every derived store that is behind the relational one: one short statement, over tables that are empty in step. */
export async function readDebts({ $client: sql }: Database): Promise<Debts> {
  const [row] = await sql<
    { revision: number; debts: readonly (Omit<Debt, "since"> & { since: string })[] }[]
  >`
    select coalesce((select revision from corpus), 0) as revision, coalesce((
      select json_agg(json_build_object('store', store, 'since', least(d.since, o.since),
        'documents', greatest(d.documents, o.documents), 'isDamaged', coalesce(d.is_damaged, false))
        order by store)
      from store_debts d full join (
        select store, count(*)::int as documents, min(since) as since from owed_documents group by store
      ) o using (store)), '[]') as debts`;
  if (row === undefined) return { revision: 0, debts: [] };
  return { ...row, debts: row.debts.map((debt) => ({ ...debt, since: new Date(debt.since) })) };
}

interface NewDebt {
  /** In French, for operators. */
  readonly reason: string;
  readonly now: Date;
  /** Documents by which the store was seen to differ; absent when it could not be compared. */
  readonly documents?: number;
}

/** Records that a derived store could not be brought in step, or is about to be, and why. */
export async function recordDebt(
  database: Database,
  store: DerivedStore,
  { reason, now, documents }: NewDebt,
): Promise<void> {
  const seen = documents ?? null;
  await inTransaction(database, (sql) => [
    sql`
      update corpus set revision = revision + 1
      where ${seen}::int <> coalesce((select documents from store_debts where store = ${store}), 0)`,
    sql`
      insert into store_debts (store, since, reason, documents)
      values (${store}, ${now.toISOString()}, ${reason}, coalesce(${seen}::int, 0))
      on conflict (store) do update set reason = excluded.reason,
        documents = coalesce(${seen}::int, store_debts.documents)`,
  ]);
}

/** A store seen in step. */
interface Settlement {
  /** The corpus's, read before the store was compared with it: later changes stay owed. */
  readonly revision: number;
  /** See `readGenerations`; null when the store does not report one. */
  readonly generation: string | null;
}

/** Records that a derived store was seen in step; raises the revision when it was not known to be. */
export async function settleDebt(
  database: Database,
  store: DerivedStore,
  { revision, generation }: Settlement,
): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`
      update corpus set revision = revision + 1
      where exists (select from store_debts where store = ${store})
        or exists (select from owed_documents where store = ${store} and revision <= ${revision})`,
    sql`delete from owed_documents where store = ${store} and revision <= ${revision}`,
    sql`delete from store_debts where store = ${store}`,
    sql`
      insert into store_generations (store, generation)
      select ${store}, ${generation}::text where ${generation}::text is not null
      on conflict (store) do update set generation = excluded.generation`,
  ]);
}

/** The generation that each store reported when it was last found in step. */
export async function readGenerations({
  $client: sql,
}: Database): Promise<ReadonlyMap<DerivedStore, string>> {
  const rows = await sql<{ store: DerivedStore; generation: string }[]>`
    select store, generation from store_generations`;
  return new Map(rows.map(({ store, generation }) => [store, generation]));
}

/** Records that a derived store no longer contains what was written in it: the worker mends it. */
export async function recordDamage(
  { $client: sql }: Database,
  store: DerivedStore,
  now: Date,
): Promise<void> {
  await sql`
    insert into store_debts as d (store, since, reason, is_damaged) values (${store}, ${now}, 'entrées abîmées, à refaire', true)
    on conflict (store) do update set reason = excluded.reason, is_damaged = true where not d.is_damaged`;
}
