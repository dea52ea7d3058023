import type { Statements } from "../../postgres/statements.ts";

/** What names an edition. */
export interface EditionKey {
  readonly boiId: string;
  /** `YYYY-MM-DD`. */
  readonly debutDeValidite: string;
  readonly pgp: number;
}

export function keyOf({ boiId, debutDeValidite, pgp }: EditionKey): EditionKey {
  return { boiId, debutDeValidite, pgp };
}

/** The edition `e` that a row `r` of a JSON parameter names, by the index of its key. */
export function named(sql: Statements) {
  return sql`cross join lateral (
    select * from editions
    where boi_id = r."boiId" and debut_de_validite = r."debutDeValidite" and pgp = r.pgp limit 1) e`;
}
