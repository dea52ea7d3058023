import type { Database } from "../../db/postgres/database.ts";
import { pages, type Statements } from "../../db/postgres/statements.ts";
import type { StoredPostings } from "./posted-document.ts";

/** A document whose postings are kept. */
export interface PostedEntry {
  readonly boiId: string;
  /** Of what they were made from. */
  readonly hash: string;
}

const PAGE_DOCUMENTS = 200;

/** Every document whose postings a version holds, by identifier, a page at a time; the postings are not read. */
export function readPosted(database: Database, version: string): AsyncGenerator<readonly PostedEntry[]> {
  const sql = database.$client;
  return pages(
    "",
    (after) => sql<(PostedEntry & { position: string })[]>`
      select boi_id as position, boi_id as "boiId", hash from document_postings
      where version = ${version} and boi_id > ${after} order by boi_id limit ${PAGE_DOCUMENTS}`,
  );
}

/** Whether postings are as they were written. */
interface Checked {
  readonly isWhole: boolean;
}

/** The same, all their postings read and checked. */
export function checkPosted(
  database: Database,
  version: string,
): AsyncGenerator<readonly (PostedEntry & Checked)[]> {
  const sql = database.$client;
  return pages(
    "",
    (after) => sql<(PostedEntry & Checked & { position: string })[]>`
      select boi_id as position, boi_id as "boiId", hash, seal = ${postingsSeal(sql)} as "isWhole"
      from document_postings
      where version = ${version} and boi_id > ${after} order by boi_id limit ${PAGE_DOCUMENTS}`,
  );
}

/** The seal of postings in SQL, of columns of these names: it tells whether they are still what was written. */
export function postingsSeal(sql: Statements) {
  return sql`encode(sha256(convert_to(domaine || ' ' || hash || ' ' || stems, 'UTF8') || counts), 'base64')`;
}

/** The postings of a document, with what they were made from. */
export interface PostingsOfDocument extends PostedEntry, StoredPostings, Checked {
  readonly domaine: string;
}

/** The postings of documents in a version; one that has none gives no row. */
export async function readPostings(
  database: Database,
  version: string,
  boiIds: readonly string[],
): Promise<PostingsOfDocument[]> {
  const sql = database.$client;
  // In base64: as bytea the driver is sent two digits a byte, and PGlite keeps memory for all it sends.
  const rows = await sql<(Omit<PostingsOfDocument, "counts"> & { counts: string })[]>`
    select boi_id as "boiId", domaine, hash, stems, encode(counts, 'base64') as counts,
      seal = ${postingsSeal(sql)} as "isWhole"
    from document_postings
    where version = ${version} and boi_id = any(string_to_array(${boiIds.join(" ")}, ' ')) order by boi_id`;
  return rows.map((row) => ({ ...row, counts: Buffer.from(row.counts, "base64") }));
}
