import type { SearchedEditions } from "../../engine/dated-texts.ts";
import type { Database } from "../../postgres/database.ts";
import { isSearchedSql } from "./hit-editions.ts";

interface LatestAsked {
  readonly editions: SearchedEditions;
  readonly limit: number;
  readonly offset: number;
}

/**
 * A stretch of the documents among the identifiers, those whose edition looked at began last first, ties by identifier.
 * One statement, whose cost grows with the number of identifiers: some 10 ms for the whole doctrine.
 */
export async function readLatestFirst(
  { $client: sql }: Database,
  boiIds: readonly string[],
  { editions, limit, offset }: LatestAsked,
): Promise<string[]> {
  const rows = await sql<{ boiId: string }[]>`
    select d.boi_id as "boiId" from documents d join editions e on e.boi_id = d.boi_id
    where d.boi_id = any(string_to_array(${boiIds.join(" ")}, ' ')) and ${isSearchedSql(sql, editions)}
    order by e.debut_de_validite desc, d.boi_id limit ${limit} offset ${offset}`;
  return rows.map(({ boiId }) => boiId);
}
