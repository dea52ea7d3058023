import type { EditionsInForce, SearchedEditions } from "../../engine/dated-texts.ts";
import type { Database } from "../../postgres/database.ts";
import { jsonRows, type Statements } from "../../postgres/statements.ts";
import { textIsHeldSql } from "./text-is-held.ts";

/** An edition to show of a document. */
export interface NamedEdition {
  readonly boiId: string;
  readonly edition: number;
  /** See `TextRow`. */
  readonly key: string;
}

/**
 * The edition of each document that a search looks at; a document without one is absent. Null for the documents in
 * force, which need not be read to be named. Those of one document never overlap.
 */
export async function readNamedEditions(
  database: Database,
  boiIds: readonly string[],
  editions: SearchedEditions,
): Promise<NamedEdition[] | null> {
  if (editions.kind === "in force") return null;
  const sql = database.$client;
  return await sql<NamedEdition[]>`
    select d.boi_id as "boiId", e.id as edition,
      case when e.id = d.edition_id then d.boi_id else d.boi_id || '@' || e.id end as key
    from documents d join editions e on e.boi_id = d.boi_id
    where d.boi_id = any(string_to_array(${boiIds.join(" ")}, ' '))
      and ${isSearchedSql(sql, editions)}`;
}

/** SQL of whether a search looks at edition `e` of document `d`: one at most of each. */
export function isSearchedSql(sql: Statements, editions: SearchedEditions) {
  if (editions.kind === "in force") return sql`e.id = d.edition_id and d.statut = 'en_vigueur'`;
  if (editions.kind === "last") return sql`e.id = d.edition_id and ${sql.unsafe(textIsHeldSql("e"))}`;
  return sql`e.debut_de_validite <= ${editions.day}::date
    and (e.date_fin is null or e.date_fin > ${editions.day}::date) and ${sql.unsafe(textIsHeldSql("e"))}`;
}

/**
 * SQL of the documents `d` that a search looks at, as their editions are: `boi_id`, `edition_id`, and the columns of
 * `valueColumns`.
 */
export function searchedDocuments(sql: Statements, editions: EditionsInForce) {
  if (editions.kind === "in force") return sql`(select * from documents where statut = 'en_vigueur') d`;
  return sql`(
    select e.*, e.id as edition_id from documents d join editions e on e.boi_id = d.boi_id
    where ${isSearchedSql(sql, editions)}) d`;
}

/** What a document in force shows is cached under its identifier alone. */
export function keysOf(boiIds: readonly string[], named: readonly NamedEdition[] | null): readonly string[] {
  return named === null ? boiIds : named.map(({ key }) => key);
}

/**
 * SQL of the rows `e` of `editions` to show, each with its `key`: those named or, when there are none to name, those of
 * the documents in force.
 */
export function shownEditions(
  sql: Statements,
  boiIds: readonly string[],
  named: readonly NamedEdition[] | null,
) {
  if (named === null)
    return sql`(
      select e.*, d.boi_id as key from documents d join editions e on e.id = d.edition_id
      where d.boi_id = any(string_to_array(${boiIds.join(" ")}, ' ')) and d.statut = 'en_vigueur') e`;
  return sql`(
    select e.*, r.key
    from json_to_recordset(${jsonRows(named)}::text::json) as r(edition int, key text)
    cross join lateral (select * from editions where id = r.edition limit 1) e) e`;
}
