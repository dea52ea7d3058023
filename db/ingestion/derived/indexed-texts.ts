import type { Statements } from "../../postgres/statements.ts";
import { hashedValueColumns } from "../../queries/filter-values.ts";
import { textsOf } from "../../queries/texts/dated-texts.ts";

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
    select coalesce(string_agg(concat_ws(E'\t', a.code, a.article, a.etendue::text), E'\n' order by a.position), '')
    from edition_articles a where a.edition_id = e.id)`;
  const law = sql`(
    select coalesce(string_agg(concat_ws(E'\t', l.genre, l.cle), E'\n' order by l.position), '')
    from edition_cited_law l where l.edition_id = e.id and l.cle is not null)`;
  const content = sql`concat_ws(E'\n', ${String(analyzerVersion)}::text, e.titre,
    ${hashedValueColumns(sql, "e")}, e.text_hash, ${articles}, ${law})`;
  return sql`encode(sha256(convert_to(${content}, 'UTF8')), 'base64')`;
}
