import type { Database } from "../../../db/postgres/database.ts";

/** Whether the relational store has vectors of a version. */
export async function hasVectors({ $client: sql }: Database, version: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from passage_vectors where version = ${version}) as found`;
  return row?.found ?? false;
}
