import { jsonRows, type Statements } from "../../postgres/statements.ts";
import { indexedTexts } from "./indexed-texts.ts";
import { postableTexts } from "./postable.ts";

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
