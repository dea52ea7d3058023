import type { Database } from "../../postgres/database.ts";
import { pages, type Statements } from "../../postgres/statements.ts";

/** A document whose stems are to be stored, without its texts. */
export interface PostableDocument {
  readonly boiId: string;
  readonly domaine: string;
  /** Covers the series and the texts of the passages. */
  readonly hash: string;
}

const PAGE_DOCUMENTS = 200;

/** Every document in force that has passages, by identifier, a page at a time. */
export function readPostable(database: Database): AsyncGenerator<readonly PostableDocument[]> {
  const sql = database.$client;
  return pages(
    "",
    (after) => sql<(PostableDocument & { position: string })[]>`
      select d.boi_id as position, d.boi_id as "boiId", d.domaine, ${postedHash(sql)} as hash
      from documents d
      where d.statut = 'en_vigueur' and d.boi_id > ${after} and ${hasPassages(sql)}
      order by d.boi_id limit ${PAGE_DOCUMENTS}`,
  );
}

/** `PostableDocument.hash` in SQL, of a document `d`. */
export function postedHash(sql: Statements) {
  const texts = sql`select string_agg(p.text_hash, ' ' order by p.position) from passages p where p.edition_id = d.edition_id`;
  return sql`encode(sha256(convert_to(d.domaine || E'\\n' || (${texts}), 'UTF8')), 'base64')`;
}

export function hasPassages(sql: Statements) {
  return sql`exists (select from passages p where p.edition_id = d.edition_id)`;
}
