import type { Database } from "../../../db/postgres/database.ts";

/** How many vectors of a version the relational store has. */
export async function countVectors(database: Database, version: string): Promise<number> {
  const [row] = await database.$client<{ vectors: number }[]>`
    select count(*)::int as vectors from passage_vectors where version = ${version}`;
  return row?.vectors ?? 0;
}
