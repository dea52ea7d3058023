import type { Database } from "../postgres/database.ts";
import { pages, type Statements } from "../postgres/statements.ts";

/**
 * The seal of a row of `passage_vectors` under that alias, in SQL: 96 bits of the SHA-256 of all its columns. Stored
 * with the vector, it later proves that the row is still as written.
 */
export function vectorSeal(sql: Statements, alias: string) {
  const row = sql(alias);
  const names = sql`concat_ws(' ', ${row}.version, ${row}.text_hash, ${row}.components is null)`;
  const bytes = sql`float4send(${row}.scale) || coalesce(${row}.components, '')`;
  return sql`encode(substr(sha256(convert_to(${names}, 'UTF8') || ${bytes}), 1, 12), 'base64')`;
}

/** Whether a row under that alias is as it was written, in SQL; one without a seal is not. */
export function isWholeVector(sql: Statements, alias: string) {
  return sql`(${sql(alias)}.seal is not distinct from ${vectorSeal(sql, alias)})`;
}

/** What callers and operators read. */
export const DAMAGED_VECTORS = "Des vecteurs enregistrés sont abîmés : ils se refont depuis la base.";

const PAGE_ROWS = 1_000;

/** Hashes of the texts whose vectors of a version are damaged; reads them all. */
export async function readDamagedVectors({ $client: sql }: Database, version: string): Promise<Set<string>> {
  const damaged = new Set<string>();
  const rows = pages(
    "",
    (after) => sql<{ position: string; damaged: readonly string[] }[]>`
      select max(text_hash) as position,
        coalesce(json_agg(text_hash) filter (where not is_whole), '[]') as damaged
      from (
        select text_hash, ${isWholeVector(sql, "v")} as is_whole from passage_vectors v
        where version = ${version} and text_hash > ${after} order by text_hash limit ${PAGE_ROWS}) page
      having count(*) > 0`,
  );
  for await (const [page] of rows) for (const textHash of page?.damaged ?? []) damaged.add(textHash);
  return damaged;
}

/** Deletes the damaged vectors of every version; returns how many. */
export async function removeDamagedVectors(database: Database): Promise<number> {
  const sql = database.$client;
  const versions = await sql<{ version: string }[]>`select distinct version from passage_vectors`;
  let removed = 0;
  for (const { version } of versions) {
    const damaged = await readDamagedVectors(database, version);
    removed += damaged.size;
    await sql`
      delete from passage_vectors v where version = ${version} and not ${isWholeVector(sql, "v")}
        and text_hash = any(string_to_array(${[...damaged].join(" ")}, ' '))`;
  }
  return removed;
}
