import type { CitedKind } from "../../bofip/law/cited/keys.ts";
import type { EditionsInForce } from "../../db/engine/dated-texts.ts";
import {
  type DocumentFilter,
  hasValues,
  nodeIdentifier,
  type ValueCriterion,
} from "../../db/engine/document-filter.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { Statements } from "../../db/postgres/statements.ts";
import { filterValuesOf, type ValueSource, valueColumns } from "../../db/queries/filter-values.ts";
import { searchedDocuments } from "../../db/queries/texts/editions-at.ts";

/** Conditions on the documents themselves, without the articles they cite. */
type OwnFilter = Omit<DocumentFilter, "articles">;

/** Identifiers of the documents whose edition looked at matches a filter. */
export async function readFilteredIds(
  { $client: sql }: Database,
  filter: OwnFilter,
  editions: EditionsInForce,
): Promise<Set<string>> {
  const conditions = Object.values(conditionsIn(sql, filter)).reduce((all, one) => sql`${all} and ${one}`);
  const rows = await sql<ValueSource[]>`
    select ${valueColumns(sql, "d")} from ${searchedDocuments(sql, editions)} where ${conditions}`;
  return new Set(rows.filter((row) => hasValues(filterValuesOf(row), filter)).map(({ boiId }) => boiId));
}

/** A value may be left out, since `hasValues` compares them all: a column of its own spares reading most rows. */
type Conditions = Readonly<
  Record<Exclude<keyof OwnFilter, ValueCriterion>, Condition> & Partial<Record<ValueCriterion, Condition>>
>;
type Condition = ReturnType<Statements>;

/** An absent criterion matches every row, so that the statement stays the same. */
function conditionsIn(sql: Statements, { domaine, type, chemin, decision, norme, reponse }: OwnFilter) {
  const node = chemin === null ? null : nodeIdentifier(chemin);
  return {
    domaine: sql`(${domaine}::text is null or d.domaine = ${domaine}::text)`,
    type: sql`(${type}::text is null or d.type = ${type}::text)`,
    // « . » is the character after « - ».
    chemin: sql`(${node}::text is null or d.boi_id = ${node}::text
      or (d.boi_id > ${node}::text || '-' and d.boi_id < ${node}::text || '.'))`,
    decision: citing(sql, "decision", decision),
    norme: citing(sql, "norme", norme),
    reponse: citing(sql, "reponse", reponse),
  } satisfies Conditions;
}

function citing(sql: Statements, genre: CitedKind, cle: string | null): Condition {
  return sql`(${cle}::text is null or d.edition_id in (
    select edition_id from cited_law where edition_id is not null and genre = ${genre} and cle = ${cle}::text))`;
}
