import type { DerivedStore } from "../ingestion/derived/indexing.ts";
import type { Database } from "../postgres/database.ts";
import { jsonRows } from "../postgres/statements.ts";
import type { RunCounts } from "../schema/ingestion.ts";

/** Where a run counts what it left undone in a derived store: documents, or passages for the vectors. */
export const UNDONE: Readonly<Record<DerivedStore, keyof RunCounts>> = {
  fulltext: "unindexed",
  postings: "unposted",
  vectors: "unembedded",
};

interface Backlog {
  readonly store: DerivedStore;
  /** Documents, or passages for the vectors, that the store lacks, or has in excess or outdated. */
  readonly entries: number;
}

/**
 * What is left to write in each derived store: as the run under way reports it, else as the last run that compared the
 * stores left it; zero without a debt, and at least one with it.
 */
export async function readBacklogs(database: Database): Promise<readonly Backlog[]> {
  const names = jsonRows(Object.entries(UNDONE).map(([store, undone]) => ({ store, undone })));
  return await database.$client<Backlog[]>`
    select name.store, case when debt.store is null then owed.documents
      else greatest(1, owed.documents, coalesce(live.entries, last.entries, 1)) end as entries
    from json_to_recordset(${names}::text::json) as name (store text, undone text)
      cross join lateral (
        select count(*)::int as documents from owed_documents where store = name.store) as owed
      left join store_debts as debt on debt.store = name.store
      left join lateral (
        select (progress->>'total')::int - (progress->>'done')::int as entries from runs
        where status = 'running' and stage = name.store order by id desc limit 1) as live on true
      left join lateral (
        select (counts->>name.undone)::int as entries from runs
        where proof is not null order by id desc limit 1) as last on true
    order by name.store`;
}
