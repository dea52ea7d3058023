import { jsonRows, type Statements } from "../postgres/statements.ts";
import type { DerivedEdition } from "./derived-edition.ts";

/** The statements that replace the passages of editions; an unchanged passage is not touched. */
export function writePassages(
  sql: Statements,
  editions: readonly DerivedEdition[],
): readonly Promise<unknown>[] {
  return [upsertPassages(sql, editions), dropSurplus(sql, editions)];
}

function upsertPassages(sql: Statements, editions: readonly DerivedEdition[]): Promise<unknown> {
  const rows = editions.flatMap(({ row: { boiId, debutDeValidite, pgp }, passages }) =>
    passages.map((passage, position) => ({ boiId, debutDeValidite, pgp, position, ...passage })),
  );
  return sql`
    insert into passages as p (edition_id, position, paragraphe, section, start_offset, end_offset, table_start,
      table_end, text_hash)
    select (
        select e.id from editions e
        where e.boi_id = r."boiId" and e.debut_de_validite = r."debutDeValidite" and e.pgp = r.pgp),
      r.position, r.paragraphe, r.section, r.start, r."end", r."tableStart", r."tableEnd", r."textHash"
    from json_to_recordset(${jsonRows(rows)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
      position int, paragraphe text, section jsonb, start int, "end" int, "tableStart" int, "tableEnd" int,
      "textHash" text)
    on conflict (edition_id, position) do update set paragraphe = excluded.paragraphe,
      section = excluded.section, start_offset = excluded.start_offset, end_offset = excluded.end_offset,
      table_start = excluded.table_start, table_end = excluded.table_end, text_hash = excluded.text_hash
    where (p.*) is distinct from (excluded.*)`;
}

function dropSurplus(sql: Statements, editions: readonly DerivedEdition[]): Promise<unknown> {
  const counts = editions.map(({ row: { boiId, debutDeValidite, pgp }, passages }) => ({
    boiId,
    debutDeValidite,
    pgp,
    count: passages.length,
  }));
  return sql`
    delete from passages p
    using (
      select (
          select e.id from editions e
          where e.boi_id = r."boiId" and e.debut_de_validite = r."debutDeValidite" and e.pgp = r.pgp) as id,
        r.count
      from json_to_recordset(${jsonRows(counts)}::text::json) as r("boiId" text, "debutDeValidite" date,
        pgp int, count int)) as kept
    where p.edition_id = kept.id and p.position >= kept.count`;
}
