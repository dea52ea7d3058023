import type { Database } from "../../db/postgres/database.ts";
import { inTransaction, jsonRows } from "../../db/postgres/statements.ts";

/**
 * How many past texts have a passage without a vector of a version, as last recorded; null when they were never filled.
 */
export async function readPastLacking(database: Database, version: string): Promise<number | null> {
  const [row] = await database.$client<{ lacking: number }[]>`
    select lacking from past_fillings where version = ${version}`;
  return row?.lacking ?? null;
}

/** Records it; raises the revision when it differs, because answers tell it. */
export async function recordPastLacking(database: Database, version: string, lacking: number): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`
      update corpus set revision = revision + 1
      where not exists (select from past_fillings where version = ${version} and lacking = ${lacking})`,
    sql`
      insert into past_fillings (version, lacking) values (${version}, ${lacking})
      on conflict (version) do update set lacking = excluded.lacking`,
  ]);
}

/** Forgets the other versions. */
export async function forgetPastFillings(database: Database, kept: readonly string[]): Promise<void> {
  await database.$client`
    delete from past_fillings
    where version <> all(array(select json_array_elements_text(${jsonRows(kept)}::text::json)))`;
}
