import type { Database } from "../../postgres/database.ts";
import { textIsHeldSql } from "./text-is-held.ts";

/** How many documents have their first stored edition, by the day on which it starts. */
export interface FirstEditions {
  /** Of the corpus, at which this was read. */
  readonly revision: number;
  /** By day, the latest first. */
  readonly starts: readonly { readonly day: string; readonly documents: number }[];
}

/** Reads them in one statement, hence at one revision. */
export async function readFirstEditions(database: Database): Promise<FirstEditions> {
  const sql = database.$client;
  const [row] = await sql<FirstEditions[]>`
    select coalesce((select revision from corpus), 0) as revision, coalesce((
      select json_agg(json_build_object('day', day, 'documents', documents) order by day desc)
      from (
        select day, count(*)::int as documents from (
          select min(debut_de_validite) as day from editions e
          where ${sql.unsafe(textIsHeldSql("e"))} group by boi_id) each
        group by day) counted), '[]') as starts`;
  return row ?? { revision: 0, starts: [] };
}
