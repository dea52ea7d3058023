import type { Database } from "../postgres/database.ts";
import { pages } from "../postgres/statements.ts";
import type { StoredPostings } from "./posted-document.ts";

/** A document whose postings are kept. */
export interface PostedEntry {
  readonly boiId: string;
  readonly domaine: string;
  /** Of what they were made from. */
  readonly hash: string;
  /** Whether they are as they were written. */
  readonly isWhole: boolean;
}

const PAGE_DOCUMENTS = 200;

/** Every document whose postings a version holds, by identifier, a page at a time. */
export function readPosted(database: Database, version: string): AsyncGenerator<readonly PostedEntry[]> {
  const sql = database.$client;
  return pages(
    "",
    (after) => sql<(PostedEntry & { position: string })[]>`
      select boi_id as position, boi_id as "boiId", domaine, hash, seal = encode(
          sha256(convert_to(domaine || ' ' || hash || ' ' || stems, 'UTF8') || counts), 'base64') as "isWhole"
      from document_postings
      where version = ${version} and boi_id > ${after} order by boi_id limit ${PAGE_DOCUMENTS}`,
  );
}

/** The postings of a document, with what they were made from. */
export interface PostingsOfDocument extends Omit<PostedEntry, "isWhole">, StoredPostings {}

/** The postings of documents in a version; one that has none gives no row. */
export async function readPostings(
  database: Database,
  version: string,
  boiIds: readonly string[],
): Promise<PostingsOfDocument[]> {
  const sql = database.$client;
  // In base64: as bytea the driver is sent two digits a byte, and PGlite keeps memory for all it sends.
  const rows = await sql<(Omit<PostingsOfDocument, "counts"> & { counts: string })[]>`
    select boi_id as "boiId", domaine, hash, stems, encode(counts, 'base64') as counts from document_postings
    where version = ${version} and boi_id = any(string_to_array(${boiIds.join(" ")}, ' ')) order by boi_id`;
  return rows.map((row) => ({ ...row, counts: Buffer.from(row.counts, "base64") }));
}
