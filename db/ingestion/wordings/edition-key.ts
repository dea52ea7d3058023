import type { Statements } from "../../postgres/statements.ts";

/** Identifies an edition. */
export interface EditionKey {
  readonly boiId: string;
  /** `YYYY-MM-DD`. */
  readonly debutDeValidite: string;
  readonly pgp: number;
}

export function keyOf({ boiId, debutDeValidite, pgp }: EditionKey): EditionKey {
  return { boiId, debutDeValidite, pgp };
}

/** The edition that a row `r` of a JSON parameter names, by the index of its key. */
export function editionId(sql: Statements) {
  return sql`(
    select e.id from editions e
    where e.boi_id = r."boiId" and e.debut_de_validite = r."debutDeValidite" and e.pgp = r.pgp)`;
}

/**
 * The editions that the rows of a JSON parameter name. As an array: the planner assumes many rows for a JSON parameter,
 * and may have planned while tables were empty; an array is looked up by index.
 */
export function editionIds(sql: Statements, rows: string) {
  return sql`array(select ${editionId(sql)} from json_to_recordset(${rows}::text::json)
    as r("boiId" text, "debutDeValidite" date, pgp int))`;
}

/** The edition `e` that a row `r` of a JSON parameter names, by the index of its key. */
export function named(sql: Statements) {
  return sql`cross join lateral (
    select * from editions
    where boi_id = r."boiId" and debut_de_validite = r."debutDeValidite" and pgp = r.pgp limit 1) e`;
}
