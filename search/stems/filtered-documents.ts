import {
  type DocumentFilter,
  hasValues,
  nodeIdentifier,
  type ValueCriterion,
} from "../../db/engine/document-filter.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { Statements } from "../../db/postgres/statements.ts";
import { filterValuesOf, type ValueSource, valueColumns } from "../../db/queries/filter-values.ts";

/** Conditions on the documents themselves, without the law they cite. */
type OwnFilter = Omit<DocumentFilter, "articles">;

/** Identifiers of the documents in force that match a filter. */
export async function readFilteredIds(database: Database, filter: OwnFilter): Promise<Set<string>> {
  const sql = database.$client;
  const conditions = Object.values(conditionsIn(sql, filter)).reduce((all, one) => sql`${all} and ${one}`);
  const rows = await sql<ValueSource[]>`
    select ${valueColumns(sql)} from documents d
    where d.statut = 'en_vigueur' and ${conditions}`;
  return new Set(rows.filter((row) => hasValues(filterValuesOf(row), filter)).map(({ boiId }) => boiId));
}

/** A value may be left out, since `hasValues` compares them all: a column of its own spares reading most rows. */
type Conditions = Readonly<
  Record<Exclude<keyof OwnFilter, ValueCriterion>, Condition> & Partial<Record<ValueCriterion, Condition>>
>;
type Condition = ReturnType<Statements>;

/** An absent criterion matches every row, so that the statement stays the same. */
function conditionsIn(sql: Statements, { domaine, type, chemin }: OwnFilter) {
  const node = chemin === null ? null : nodeIdentifier(chemin);
  return {
    domaine: sql`(${domaine}::text is null or d.domaine = ${domaine}::text)`,
    type: sql`(${type}::text is null or d.type = ${type}::text)`,
    // « . » is the character after « - ».
    chemin: sql`(${node}::text is null or d.boi_id = ${node}::text
      or (d.boi_id > ${node}::text || '-' and d.boi_id < ${node}::text || '.'))`,
  } satisfies Conditions;
}
