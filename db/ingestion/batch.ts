import { eraseNamed } from "../erasure/erase.ts";
import { oweAgain } from "../erasure/erasures.ts";
import type { Database } from "../postgres/database.ts";
import { inTransaction, jsonRows, type Statements } from "../postgres/statements.ts";
import { raiseRevision } from "../queries/corpus.ts";
import type { DocumentType } from "../schema/documents.ts";
import { type DerivedActualite, writeActualites } from "./actualites.ts";
import { owing } from "./derived/owed-documents.ts";
import type { DerivedEdition } from "./derived-edition.ts";
import { writeEditions } from "./editions.ts";
import { type AbsenceChange, writeAbsences } from "./exports.ts";
import type { DocumentProjection } from "./facts.ts";
import { type NewEntry, writeEntries } from "./journal/entries.ts";
import { editionIds, keyOf, named } from "./wordings/edition-key.ts";
import { type WordingReception, writeReceptions } from "./wordings/receptions.ts";

/** What becomes visible together: facts, and the projections of all the documents affected. */
export interface Batch {
  /** Editions whose content is written. */
  readonly editions: readonly DerivedEdition[];
  readonly receptions: readonly WordingReception[];
  readonly actualites: readonly DerivedActualite[];
  readonly absences: readonly AbsenceChange[];
  readonly projections: readonly DocumentProjection[];
  /** Its journal entries. */
  readonly entries: readonly NewEntry[];
  /** Texts of the batch that were erased by law: they are written without their words. */
  readonly erased: readonly ErasedText[];
}

/** A text erased by law, and the edition that gives it again. */
export interface ErasedText {
  readonly boiId: string;
  readonly date: string;
  readonly domaine: string;
  readonly type: DocumentType;
  readonly empreinte: string;
  /** The fingerprint that identifies it. */
  readonly print: string;
  readonly reason: string;
}

/**
 * Writes a batch in one transaction and raises the corpus revision: no reader sees half a document. What derived stores
 * then lack is owed to them.
 */
export async function writeBatch(database: Database, batch: Batch): Promise<void> {
  const at = new Date().toISOString();
  await inTransaction(database, (sql) => [
    ...owing(sql, documentsOf(batch), () => [
      ...statementsOf(sql, batch),
      ...batch.erased.flatMap(({ print, reason }) => [
        ...eraseNamed(sql, [print], { at, reason }),
        oweAgain(sql, print),
      ]),
    ]),
    raiseRevision(sql),
  ]);
}

function documentsOf({ editions, projections, erased }: Batch): readonly string[] {
  return [...editions.map(({ row }) => row), ...projections, ...erased].map(({ boiId }) => boiId);
}

/**
 * Prepares the statements of a batch, one after the other: done within the first transaction, these exchanges would
 * occupy PGlite for 100 ms.
 */
export async function prepareBatches({ $client: sql }: Database): Promise<void> {
  const nothing = {
    editions: [],
    receptions: [],
    actualites: [],
    absences: [],
    projections: [],
    entries: [],
    erased: [],
  };
  await Promise.all(owing(sql, [], () => statementsOf(sql, nothing)));
}

function statementsOf(sql: Statements, batch: Batch): readonly Promise<unknown>[] {
  return [
    ...writeEditions(sql, batch.editions),
    ...writeReceptions(sql, batch.receptions),
    ...renewCurrent(sql, batch.editions),
    ...writeAbsences(sql, batch.absences),
    ...writeProjections(sql, batch.projections),
    ...writeActualites(sql, batch.actualites),
    writeEntries(sql, batch.entries),
  ];
}

/** A new derivation updates the fingerprint of the current wording, and of those with the same text but no record. */
function renewCurrent(sql: Statements, editions: readonly DerivedEdition[]): readonly Promise<unknown>[] {
  const rows = jsonRows(
    editions.map(({ row, isNew, empreinte, empreinteSource }) => ({
      ...keyOf(row),
      isNew,
      titre: row.titre,
      empreinte,
      empreinteSource,
      derivationVersion: row.derivationVersion,
    })),
  );
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

/**
 * The statements that make `documents`, the editions' statut and `changes` equal to the projections; rows already equal
 * are not touched. The editions that the projections name must exist by then.
 */
function writeProjections(
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
    ${named(sql)}
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
