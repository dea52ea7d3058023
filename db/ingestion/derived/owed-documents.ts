import { jsonRows, type Statements } from "../../postgres/statements.ts";
import { indexedHash } from "./indexing.ts";
import { hasPassages, postedHash } from "./postable.ts";

/** The stems of an index have versions of their own: marks tell the documents alone. */
const NO_ANALYZER = 0;

/**
 * Surrounds the statements of a transaction that may change documents: what each derived store then lacks is owed to it
 * from the commit on. A document that is again as its store holds it is owed no more.
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

/** The mark kept is the oldest one: what the store holds, until it is seen in step. */
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

/** What each store must hold of documents, each looked up by its key; null for nothing. */
function marksOf(sql: Statements, boiIds: string) {
  return sql`
    select s.store, named.boi_id, s.mark
    from unnest(${named(sql, boiIds)}) as named(boi_id)
    left join lateral (
      select ${indexedHash(sql, NO_ANALYZER)} as indexed,
        case when ${hasPassages(sql)} then ${postedHash(sql)} end as posted
      from documents d join editions e on e.id = d.edition_id
      where d.boi_id = named.boi_id and d.statut = 'en_vigueur' limit 1) as held on true
    cross join lateral (
      values ('fulltext', held.indexed), ('postings', held.posted), ('vectors', held.posted)) as s(store, mark)`;
}
