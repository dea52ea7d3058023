import { jsonRows, type Statements } from "../postgres/statements.ts";
import type { DocumentProjection } from "./facts.ts";
import { editionIds } from "./wordings/edition-key.ts";

/**
 * The statements that make `documents`, the editions' statut and `changes` equal to the projections; rows already equal
 * are not touched. The editions that the projections name must exist by then.
 */
export function writeProjections(
  sql: Statements,
  projections: readonly DocumentProjection[],
): readonly Promise<unknown>[] {
  return [
    writeStatuts(sql, projections),
    writeDocuments(sql, projections),
    dropChanges(sql, projections),
    addChanges(sql, projections),
  ];
}

function writeStatuts(sql: Statements, projections: readonly DocumentProjection[]): Promise<unknown> {
  const rows = projections.flatMap(({ boiId, editions }) =>
    editions.map((edition) => ({ boiId, ...edition })),
  );
  return sql`
    update editions e set statut = r.statut, date_fin = r."dateFin", current = r.current,
      fin_constatee = r."finConstatee"
    from json_to_recordset(${jsonRows(rows)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
      statut text, "dateFin" date, current boolean, "finConstatee" boolean)
    where e.id = any(${editionIds(sql, jsonRows(rows))})
      and e.boi_id = r."boiId" and e.debut_de_validite = r."debutDeValidite" and e.pgp = r.pgp
      and (e.statut, e.date_fin, e.current, e.fin_constatee)
        is distinct from (r.statut, r."dateFin", r.current, r."finConstatee")`;
}

function writeDocuments(sql: Statements, projections: readonly DocumentProjection[]): Promise<unknown> {
  const rows = projections.map(({ boiId, shown, statut, transfereVers, dateMiseAJour }) => ({
    boiId,
    ...shown,
    statut,
    transfereVers,
    dateMiseAJour,
  }));
  return sql`
    insert into documents as d (boi_id, edition_id, titre, type, domaine, division, statut, transfere_vers,
      date_publication, date_mise_a_jour, url)
    select e.boi_id, e.id, e.titre, e.type, e.domaine, e.division, r.statut, r."transfereVers",
      e.debut_de_validite, r."dateMiseAJour", e.url
    from json_to_recordset(${jsonRows(rows)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
      statut text, "transfereVers" text, "dateMiseAJour" date)
    cross join lateral (
      select * from editions
      where boi_id = r."boiId" and debut_de_validite = r."debutDeValidite" and pgp = r.pgp limit 1) e
    order by e.boi_id
    on conflict (boi_id) do update set edition_id = excluded.edition_id, titre = excluded.titre,
      type = excluded.type, domaine = excluded.domaine, division = excluded.division, statut = excluded.statut,
      transfere_vers = excluded.transfere_vers, date_publication = excluded.date_publication,
      date_mise_a_jour = excluded.date_mise_a_jour, url = excluded.url
    where (d.*) is distinct from (excluded.*)`;
}

function dropChanges(sql: Statements, projections: readonly DocumentProjection[]): Promise<unknown> {
  return sql`
    delete from changes c
    where c.boi_id = any(${boiIdsOf(sql, projections)}) and (c.boi_id, c.date, c.nature, c.pgp) not in (
      select r."boiId", r.date, r.nature, r.pgp from json_to_recordset(${jsonRows(changeRows(projections))}::text::json)
        as r("boiId" text, date date, nature text, pgp int))`;
}

/** As an array: the planner assumes many rows for a JSON parameter, but looks up an array by index. */
function boiIdsOf(sql: Statements, projections: readonly DocumentProjection[]) {
  const boiIds = jsonRows(projections.map(({ boiId }) => boiId));
  return sql`array(select json_array_elements_text(${boiIds}::text::json))`;
}

function addChanges(sql: Statements, projections: readonly DocumentProjection[]): Promise<unknown> {
  return sql`
    insert into changes (boi_id, date, nature, pgp)
    select "boiId", date, nature, pgp from json_to_recordset(${jsonRows(changeRows(projections))}::text::json)
      as r("boiId" text, date date, nature text, pgp int)
    order by "boiId", date, nature, pgp
    on conflict do nothing`;
}

function changeRows(projections: readonly DocumentProjection[]): unknown[] {
  return projections.flatMap(({ boiId, changes }) => changes.map((change) => ({ boiId, ...change })));
}
