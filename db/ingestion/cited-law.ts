import { jsonRows, type Statements } from "../postgres/statements.ts";
import type { DerivedEdition } from "./derived-edition.ts";
import { editionId, editionIds, keyOf } from "./wordings/edition-key.ts";

/** The statements that replace the decisions, norms and answers that editions cite. */
export function writeCitedLaw(
  sql: Statements,
  editions: readonly DerivedEdition[],
): readonly Promise<unknown>[] {
  const keys = jsonRows(editions.map(({ row }) => keyOf(row)));
  const rows = editions.flatMap(({ row, citedLaw }) =>
    citedLaw.map((entry, position) => ({ ...keyOf(row), ...entry, position })),
  );
  return [
    sql`delete from edition_cited_law where edition_id = any(${editionIds(sql, keys)})`,
    sql`
      insert into edition_cited_law (edition_id, position, genre, cle, article, champs, rang, occurrences)
      select ${editionId(sql)}, r.position, r.genre, r.cle, r.article, r.champs, r.rang, r.occurrences
      from json_to_recordset(${jsonRows(rows)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
        position int, genre text, cle text, article text, champs jsonb, rang text, occurrences jsonb)`,
  ];
}
