import { jsonRows, type Statements } from "../../postgres/statements.ts";
import type { DerivedEdition } from "../derived-edition.ts";
import { editionIds, keyOf, named } from "./edition-key.ts";

/** Statements that update the fingerprints of the current wordings of editions. */
export function renewCurrent(
  sql: Statements,
  editions: readonly DerivedEdition[],
): readonly Promise<unknown>[] {
  const rows = editions.map(({ row, isNew, empreinte, empreinteSource }) => ({
    ...keyOf(row),
    isNew,
    titre: row.titre,
    empreinte,
    empreinteSource,
    derivationVersion: row.derivationVersion,
  }));
  return [addMissing(sql, jsonRows(rows)), ...renew(sql, jsonRows(rows))];
}

/** For content stored by a release that had no wordings. */
function addMissing(sql: Statements, rows: string): Promise<unknown> {
  return sql`
    insert into wordings (edition_id, source_kind, source_order, titre, empreinte, empreinte_source,
      derivation_version, current)
    select e.id, e.source_kind, e.debut_de_validite::text, r.titre, r.empreinte, r."empreinteSource",
      r."derivationVersion", true
    from json_to_recordset(${rows}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int, titre text,
      empreinte text, "empreinteSource" text, "derivationVersion" int)
    ${named(sql)}
    where not exists (
      select from wordings where edition_id = any(${editionIds(sql, rows)}) and edition_id = e.id)`;
}

/** A new derivation updates the fingerprint of the current wording, and of those with the same text but no record. */
function renew(sql: Statements, rows: string): readonly Promise<unknown>[] {
  return [
    sql`
      update wordings w set empreinte = r.empreinte, derivation_version = r."derivationVersion"
      from json_to_recordset(${rows}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
        "isNew" boolean, empreinte text, "derivationVersion" int)
      ${named(sql)}
      join wordings held on held.edition_id = any(${editionIds(sql, rows)}) and held.edition_id = e.id
        and held.current
      where w.edition_id = any(${editionIds(sql, rows)}) and not r."isNew" and w.edition_id = e.id and w.empreinte = held.empreinte and not w.current
        and not exists (select from kept_sources where wording_id = w.id)`,
    sql`
      update wordings w set titre = r.titre, empreinte = r.empreinte, derivation_version = r."derivationVersion",
        empreinte_source = coalesce(w.empreinte_source, r."empreinteSource")
      from json_to_recordset(${rows}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int, titre text,
        empreinte text, "empreinteSource" text, "derivationVersion" int)
      ${named(sql)}
      where w.edition_id = any(${editionIds(sql, rows)}) and w.edition_id = e.id and w.current and w.erased_at is null
        and (w.titre, w.empreinte, w.derivation_version, w.empreinte_source) is distinct from
          (r.titre, r.empreinte, r."derivationVersion", coalesce(w.empreinte_source, r."empreinteSource"))`,
  ];
}
