import { isPastEntry } from "../../db/engine/dated-texts.ts";
import { digestOf, type StoreDigest } from "../../db/engine/digest.ts";
import type { PostableText } from "../../db/ingestion/derived/owed-documents.ts";
import type { Database } from "../../db/postgres/database.ts";
import { inTransaction, jsonRows, type Statements } from "../../db/postgres/statements.ts";
import { ANALYZER_VERSION } from "../fulltext/analyzer/index.ts";
import type { StoredPostings } from "./posted-document.ts";
import { checkPosted, postingsSeal } from "./read-postings.ts";

export interface PostingsRow extends Omit<PostableText, "edition">, StoredPostings {}

/** Saves the postings of texts, replacing their previous ones: those of past texts under `pastVersion`. */
export async function writePostings(
  { $client: sql }: Database,
  version: string,
  texts: readonly PostingsRow[],
): Promise<void> {
  const rows = texts.map((row) => ({
    ...row,
    version: isPastEntry(row.entry) ? pastVersion(version) : version,
    counts: Buffer.from(row.counts).toString("base64"),
  }));
  await sql`
    insert into document_postings as held (version, boi_id, domaine, hash, stems, counts, seal)
    select r.*, ${postingsSeal(sql)} from (
      select version, entry, domaine, hash, stems, decode(counts, 'base64') as counts
      from json_to_recordset(${jsonRows(rows)}::text::json)
        as given(version text, entry text, domaine text, hash text, stems text, counts text)) r
    on conflict (version, boi_id) do update set domaine = excluded.domaine, hash = excluded.hash,
      stems = excluded.stems, counts = excluded.counts, seal = excluded.seal`;
}

/** Removes the postings of texts, by entry; unknown ones are ignored. */
export async function removePostings(
  { $client: sql }: Database,
  version: string,
  entries: readonly string[],
): Promise<void> {
  await sql`
    delete from document_postings
    where ${isOf(sql, version)} and boi_id = any(string_to_array(${entries.join(" ")}, ' '))`;
}

/** Atomically replaces the postings of one version with those of another. */
export async function replacePostings(database: Database, replaced: string, by: string): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`delete from document_postings where ${isOf(sql, replaced)}`,
    sql`update document_postings set version = ${replaced} where version = ${by}`,
    sql`update document_postings set version = ${pastVersion(replaced)} where version = ${pastVersion(by)}`,
  ]);
}

/** Whether a row is of a version, of whichever texts. */
function isOf(sql: Statements, version: string): ReturnType<Statements> {
  return sql`version in (${version}, ${pastVersion(version)})`;
}

/** Deletes the postings of a version. */
export function dropPostings({ $client: sql }: Database, version: string): Promise<void> {
  return dropRows(sql, isOf(sql, version));
}

/** Deletes the postings of all other versions. */
export function dropOtherPostings({ $client: sql }: Database, version: string): Promise<void> {
  return dropRows(sql, sql`not (${isOf(sql, version)})`);
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

/** Hash of the content from which each text's postings were made, by entry; "" when the postings are damaged. */
export async function readHeldPostings(database: Database, version: string): Promise<Map<string, string>> {
  const held = new Map<string, string>();
  for (const one of [version, pastVersion(version)]) {
    for await (const page of checkPosted(database, one)) {
      for (const { boiId, hash, isWhole } of page) held.set(boiId, isWhole ? hash : "");
    }
  }
  return held;
}

/** Digest of the texts whose postings readers use. */
export async function digestPosted(database: Database, version: string): Promise<StoreDigest> {
  const held = await readHeldPostings(database, version);
  return digestOf(held.entries().map(([entry, hash]) => `${entry} ${hash}`));
}

/** Raise whenever the same stems are stored differently, or other words of a text are excluded. */
const FORMAT = 2;

/** Version of the stems and of their storage format: postings of another version are ignored. */
export const POSTINGS_VERSION = `${ANALYZER_VERSION}.${FORMAT}`;

/** Under which the postings of past texts are stored, apart from those of a version, which other processes may read. */
export function pastVersion(version: string): string {
  return `${version}-passes`;
}
