import { digestOf, type StoreDigest } from "../../db/engine/digest.ts";
import type { PostableDocument } from "../../db/ingestion/derived/postable.ts";
import type { Database } from "../../db/postgres/database.ts";
import { inTransaction, jsonRows, type Statements } from "../../db/postgres/statements.ts";
import type { StoredPostings } from "./posted-document.ts";
import { checkPosted, postingsSeal } from "./read-postings.ts";

export interface PostingsRow extends PostableDocument, StoredPostings {}

/** Saves the postings of documents, replacing their previous ones. */
export async function writePostings(
  database: Database,
  version: string,
  documents: readonly PostingsRow[],
): Promise<void> {
  const sql = database.$client;
  const rows = documents.map((row) => ({ ...row, counts: Buffer.from(row.counts).toString("base64") }));
  await sql`
    insert into document_postings as held (version, boi_id, domaine, hash, stems, counts, seal)
    select r.*, ${postingsSeal(sql)} from (
      select ${version}::text, "boiId", domaine, hash, stems, decode(counts, 'base64') as counts
      from json_to_recordset(${jsonRows(rows)}::text::json)
        as given("boiId" text, domaine text, hash text, stems text, counts text)) r
    on conflict (version, boi_id) do update set domaine = excluded.domaine, hash = excluded.hash,
      stems = excluded.stems, counts = excluded.counts, seal = excluded.seal`;
}

/** Removes the postings of documents; unknown ones are ignored. */
export async function removePostings(
  database: Database,
  version: string,
  boiIds: readonly string[],
): Promise<void> {
  const sql = database.$client;
  await sql`
    delete from document_postings
    where version = ${version} and boi_id = any(string_to_array(${boiIds.join(" ")}, ' '))`;
}

/** Atomically replaces the postings of one version with those of another. */
export async function replacePostings(database: Database, replaced: string, by: string): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`delete from document_postings where version = ${replaced}`,
    sql`update document_postings set version = ${replaced} where version = ${by}`,
  ]);
}

/** Deletes the postings of a version. */
export function dropPostings(database: Database, version: string): Promise<void> {
  const sql = database.$client;
  return dropRows(sql, sql`version = ${version}`);
}

/** Deletes the postings of all other versions. */
export function dropOtherPostings(database: Database, version: string): Promise<void> {
  const sql = database.$client;
  return dropRows(sql, sql`version <> ${version}`);
}

const DROPPED_ROWS = 500;

/** In short statements, so that none blocks the store for long. */
async function dropRows(sql: Statements, condition: ReturnType<Statements>): Promise<void> {
  for (;;) {
    const { count } = await sql`
      delete from document_postings where ctid = any(array(
        select ctid from document_postings where ${condition} limit ${DROPPED_ROWS}))`;
    if (count < DROPPED_ROWS) return;
  }
}

/**
 * Hash of the content from which each document's postings were made, by identifier; "" when the postings are damaged.
 */
export async function readHeldPostings(database: Database, version: string): Promise<Map<string, string>> {
  const held = new Map<string, string>();
  for await (const page of checkPosted(database, version)) {
    for (const { boiId, hash, isWhole } of page) held.set(boiId, isWhole ? hash : "");
  }
  return held;
}

/** Digest of the documents whose postings readers use. */
export async function digestPosted(database: Database, version: string): Promise<StoreDigest> {
  const held = await readHeldPostings(database, version);
  return digestOf(held.entries().map(([boiId, hash]) => `${boiId} ${hash}`));
}
