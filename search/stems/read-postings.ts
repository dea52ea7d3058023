import type { Database } from "../../db/postgres/database.ts";
import { pages, type Statements } from "../../db/postgres/statements.ts";
import type { StoredPostings } from "./posted-document.ts";

interface PostedEntry {
  /** The document in force; the entry of a past text (`entryOf`). */
  readonly boiId: string;
  /** Hash of the content from which they were made. */
  readonly hash: string;
}

const PAGE_DOCUMENTS = 200;

/** Every text with postings in a version, by identifier, in pages, without the postings themselves. */
export function readPosted(
  { $client: sql }: Database,
  version: string,
): AsyncGenerator<readonly PostedEntry[]> {
  return pages(
    "",
    (after) => sql<(PostedEntry & { position: string })[]>`
      select boi_id as position, boi_id as "boiId", hash from document_postings
      where version = ${version} and boi_id > ${after} order by boi_id limit ${PAGE_DOCUMENTS}`,
  );
}

/** Whether there are postings of a version. */
export async function hasPostings({ $client: sql }: Database, version: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select from document_postings where version = ${version}) as found`;
  return row?.found ?? false;
}

interface Checked {
  readonly isWhole: boolean;
}

/** `readPosted`, after reading and checking all their postings. */
export function checkPosted(
  { $client: sql }: Database,
  version: string,
): AsyncGenerator<readonly (PostedEntry & Checked)[]> {
  return pages(
    "",
    (after) => sql<(PostedEntry & Checked & { position: string })[]>`
      select boi_id as position, boi_id as "boiId", hash, seal = ${postingsSeal(sql)} as "isWhole"
      from document_postings
      where version = ${version} and boi_id > ${after} order by boi_id limit ${PAGE_DOCUMENTS}`,
  );
}

/** The seal of postings in SQL, over columns of these names: compared with the stored seal, it detects damage. */
export function postingsSeal(sql: Statements) {
  return sql`encode(sha256(convert_to(domaine || ' ' || hash || ' ' || stems, 'UTF8') || counts), 'base64')`;
}

interface PostingsOfDocument extends PostedEntry, StoredPostings, Checked {
  readonly domaine: string;
}

/** Reads the postings of documents in a version; a document without postings has no row. */
export async function readPostings(
  { $client: sql }: Database,
  version: string,
  boiIds: readonly string[],
): Promise<PostingsOfDocument[]> {
  // In base64: for bytea the driver receives two digits per byte, and PGlite keeps memory for all it sends.
  const rows = await sql<(Omit<PostingsOfDocument, "counts"> & { counts: string })[]>`
    select boi_id as "boiId", domaine, hash, stems, encode(counts, 'base64') as counts,
      seal = ${postingsSeal(sql)} as "isWhole"
    from document_postings
    where version = ${version} and boi_id = any(string_to_array(${boiIds.join(" ")}, ' ')) order by boi_id`;
  return rows.map((row) => ({ ...row, counts: Buffer.from(row.counts, "base64") }));
}
