import type { TextSet } from "../../engine/dated-texts.ts";
import type { Database } from "../../postgres/database.ts";
import { jsonRows, pages, type Statements } from "../../postgres/statements.ts";
import { hashedValueColumns } from "../../queries/filter-values.ts";
import { passageTexts, textsOf } from "../../queries/texts/dated-texts.ts";

/** Stems have a version of their own: marks only identify documents. */
const NO_ANALYZER = 0;

/**
 * Wraps the statements of a transaction that may change documents: once it commits, each derived store is owed the
 * documents that it lacks. A document that changes back to what the store contains is no longer owed.
 */
export function owing(
  sql: Statements,
  changed: Iterable<string>,
  statements: () => readonly Promise<unknown>[],
): readonly Promise<unknown>[] {
  // Sorted, so that two writers cannot deadlock.
  const boiIds = jsonRows([...new Set(changed)].sort());
  return [keepMarks(sql, boiIds), ...statements(), forgiveUnchanged(sql, boiIds)];
}

/** Keeps the oldest mark: what the store contains until it is found in step. */
function keepMarks(sql: Statements, boiIds: string): Promise<unknown> {
  return sql`
    insert into owed_documents (store, boi_id, mark, revision)
    select store, boi_id, mark, (select revision + 1 from corpus) from (${marksOf(sql, boiIds)}) m
    on conflict (store, boi_id) do update set revision = excluded.revision`;
}

/** The arrays have the rows looked up by index: the statement may have been planned while the table was empty. */
function forgiveUnchanged(sql: Statements, boiIds: string): Promise<unknown> {
  return sql`
    delete from owed_documents o using (${marksOf(sql, boiIds)}) m
    where o.store = any(array['fulltext', 'postings', 'vectors']) and o.boi_id = any(${named(sql, boiIds)})
      and o.store = m.store and o.boi_id = m.boi_id and o.mark is not distinct from m.mark`;
}

function named(sql: Statements, boiIds: string) {
  return sql`array(select json_array_elements_text(${boiIds}::text::json))`;
}

/** What each store must contain of the documents, looked up by key; null for nothing. */
function marksOf(sql: Statements, boiIds: string) {
  return sql`
    select s.store, named.boi_id, s.mark
    from unnest(${named(sql, boiIds)}) as named(boi_id)
    left join lateral (
      select (
          select string_agg(t.entry || ' ' || t.hash, ' ' order by t.entry)
          from (${indexedTexts(sql, NO_ANALYZER)}) t) as indexed,
        (
          select string_agg(t.entry || ' ' || t.hash, ' ' order by t.entry) from (
            ${postableTexts(sql, "present")} union all ${postableTexts(sql, "past")}) t) as posted
      from documents d where d.boi_id = named.boi_id limit 1) as held on true
    cross join lateral (
      values ('fulltext', held.indexed), ('postings', held.posted), ('vectors', held.posted)) as s(store, mark)`;
}

/**
 * SQL of the texts that the full-text index must contain of a document `d`: those of `textsOf`, of which nothing that is
 * indexed differs, each with its `hash` (`IndexableText.hash`).
 * @param analyzerVersion of the words stored by the index.
 */
export function indexedTexts(sql: Statements, analyzerVersion: number) {
  return sql`
    select entry, place, debut, fin, edition_id,
      encode(sha256(convert_to(
        concat_ws(E'\n', place, debut::text, coalesce(fin, 'infinity')::text, content), 'UTF8')), 'base64') as hash
    from (${textsOf(sql, contentHash(sql, analyzerVersion))}) indexed`;
}

/**
 * Hash of what is indexed of an edition `e`: its text, of which the hash is known, and the rest. Computed values (stems, subject, keys of
 * citations) are covered by versions: the analyzer's here, the schema's in each index.
 */
function contentHash(sql: Statements, analyzerVersion: number): ReturnType<Statements> {
  const articles = sql`(
    select coalesce(string_agg(concat_ws(E'\t', l.cle, l.article, nullif(l.champs -> 'etendue', 'null')::text),
      E'\n' order by l.position), '')
    from cited_law l where l.edition_id = e.id and l.genre = 'article')`;
  const law = sql`(
    select coalesce(string_agg(concat_ws(E'\t', l.genre, l.cle), E'\n' order by l.position), '')
    from cited_law l where l.edition_id = e.id and l.genre <> 'article' and l.cle is not null)`;
  const content = sql`concat_ws(E'\n', ${String(analyzerVersion)}::text, e.titre
    ${hashedValueColumns(sql, "e")}, e.text_hash, ${articles}, ${law})`;
  return sql`encode(sha256(convert_to(${content}, 'UTF8')), 'base64')`;
}

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
  { $client: sql }: Database,
  set: TextSet,
): AsyncGenerator<readonly PostableText[]> {
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
