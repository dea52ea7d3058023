import type { TextSet } from "../../engine/dated-texts.ts";
import type { Database } from "../../postgres/database.ts";
import { pages, type Statements } from "../../postgres/statements.ts";
import { passageTexts } from "../../queries/texts/dated-texts.ts";

/** A text whose stems are to be stored, without its words. */
export interface PostableText {
  /** Its identity (`entryOf`). */
  readonly entry: string;
  readonly domaine: string;
  /** The last edition that has it. */
  readonly edition: number;
  /** Covers the series and the texts of the passages. */
  readonly hash: string;
}

const PAGE_DOCUMENTS = 200;

/** Texts of a page; a document without any has none. */
interface DocumentRow {
  readonly position: string;
  readonly texts: readonly PostableText[];
}

/** Every text of a set that has passages, by document, a page of documents at a time. */
export async function* readPostable(
  database: Database,
  set: TextSet,
): AsyncGenerator<readonly PostableText[]> {
  const sql = database.$client;
  const rows = pages(
    "",
    (after) => sql<DocumentRow[]>`
      select d.boi_id as position, coalesce(held.texts, '[]') as texts
      from (select * from documents where boi_id > ${after} order by boi_id limit ${PAGE_DOCUMENTS}) d
      cross join lateral (
        select json_agg(json_build_object('entry', t.entry, 'domaine', d.domaine, 'edition', t.edition_id,
          'hash', t.hash) order by t.entry) as texts
        from (${postableTexts(sql, set)}) t
      ) held
      order by d.boi_id`,
  );
  for await (const page of rows) yield page.flatMap(({ texts }) => texts);
}

/** SQL of the texts of a document `d` that have passages, as rows of a lateral subquery: `entry`, `edition_id`, `hash`. */
export function postableTexts(sql: Statements, set: TextSet) {
  return sql`
    select entry, edition_id,
      encode(sha256(convert_to(d.domaine || E'\n' || hashes, 'UTF8')), 'base64') as hash
    from (${passageTexts(sql, set)}) posted
    cross join lateral (
      select string_agg(p.text_hash, ' ' order by p.position) as hashes
      from passages p where p.edition_id = posted.edition_id) cut
    where hashes is not null`;
}
