import { jsonRows, type Statements } from "../postgres/statements.ts";
import type { DerivedEdition } from "./derived-edition.ts";
import { editionId, editionIds, keyOf } from "./wordings/edition-key.ts";

/** The statements that replace what names the tables of editions. */
export function writeTables(
  sql: Statements,
  editions: readonly DerivedEdition[],
): readonly Promise<unknown>[] {
  const keys = jsonRows(editions.map(({ row }) => keyOf(row)));
  const rows = editions.flatMap(({ row, tables }) => tables.map((table) => ({ ...keyOf(row), ...table })));
  return [
    sql`delete from edition_tables where edition_id = any(${editionIds(sql, keys)})`,
    sql`
      insert into edition_tables (edition_id, rang, paragraphe, section, titre, intitules, lignes)
      select ${editionId(sql)}, r.rang, r.paragraphe, r.section, r.titre, r.intitules, r.lignes
      from json_to_recordset(${jsonRows(rows)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
        rang int, paragraphe text, section jsonb, titre text, intitules jsonb, lignes int)`,
  ];
}
