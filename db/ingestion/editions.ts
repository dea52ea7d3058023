import { editionSealedOf, ownSeals, sealsOf } from "../integrity/seals.ts";
import type { StoredRecord } from "../integrity/stored-record.ts";
import type { Database } from "../postgres/database.ts";
import { jsonRows, pages, type Statements } from "../postgres/statements.ts";
import type { Seals } from "../schema/columns.ts";
import type { EditionKind, SourceKind } from "../schema/documents.ts";
import { type DerivedEdition, writeCitedLaw, writeTables } from "./derived-edition.ts";
import { editionId, editionIds } from "./wordings/edition-key.ts";
import { keepAside } from "./wordings/keep-aside.ts";

/** The parts of a wording that decide how records change an edition. */
export interface KnownWording {
  readonly id: number;
  readonly sourceKind: SourceKind;
  readonly sourceOrder: string;
  readonly titre: string;
  readonly empreinte: string;
  readonly isCurrent: boolean;
  readonly isErased: boolean;
}

/** Decides whether a record changes an edition. */
interface KnownEdition {
  readonly boiId: string;
  readonly debutDeValidite: string;
  readonly pgp: number;
  readonly kind: EditionKind;
  readonly recordHash: string;
  /** Hash of the latest record of the other kind of source. */
  readonly otherRecordHash: string | null;
  readonly sourceHash: string;
  /** Kind of source of the current wording. */
  readonly sourceKind: SourceKind;
  /** Grouped by kind of source, in order. */
  readonly wordings: readonly KnownWording[];
}

const PAGE_ROWS = 500;

/** Every edition of the store, a page at a time. */
export function readKnownEditions({ $client: sql }: Database): AsyncGenerator<readonly KnownEdition[]> {
  return pages(
    0,
    (after) => sql<(KnownEdition & { position: number })[]>`
      select id as position, boi_id as "boiId", debut_de_validite as "debutDeValidite", pgp, kind,
        record_hash as "recordHash", overruled_hash as "otherRecordHash", source_hash as "sourceHash",
        source_kind as "sourceKind", coalesce((
          select json_agg(json_build_object('id', w.id, 'sourceKind', w.source_kind,
            'sourceOrder', w.source_order, 'titre', w.titre, 'empreinte', w.empreinte,
            'isCurrent', w.current, 'isErased', w.erased_at is not null) order by w.source_order, w.id)
          from wordings w where w.edition_id = editions.id), '[]') as wordings
      from editions where id > ${after} order by id limit ${PAGE_ROWS}`,
  );
}

/** An edition or an actualité derived by another version of the parser. */
export interface StaleRecord extends StoredRecord {
  readonly position: number | string;
  /** The document, or the actualité. */
  readonly identifiant: string;
  readonly recordHash: string;
}

/** Columns of a `StaleRecord`, in SQL, of an edition `e` with its content `c`. */
export function staleEditionColumns(sql: Statements) {
  return sql`
    e.id as position, e.boi_id as identifiant, c.raw, e.record_hash as "recordHash", e.source_kind as "sourceKind",
    (${ownSeals(sql, "c", editionSealedOf(sql))}) ->> 'raw' as seal, null as "empreinteSource"`;
}

/** The official record of the text with which the edition of a wording answers; null when it was erased. */
export async function readCurrentRecord(
  { $client: sql }: Database,
  wordingId: number,
): Promise<StaleRecord | null> {
  const [row] = await sql<StaleRecord[]>`
    select ${staleEditionColumns(sql)}
    from wordings asked
      join wordings w on w.edition_id = asked.edition_id and w.current and w.erased_at is null
      join editions e on e.id = w.edition_id join edition_contents c on c.edition_id = e.id
    where asked.id = ${wordingId}`;
  return row ?? null;
}

const STALE_PAGE_ROWS = 20;

/** The editions derived by another version of the parser than `version`, with their source records. */
export function readStaleEditions(
  { $client: sql }: Database,
  version: number,
): AsyncGenerator<readonly (StaleRecord & { readonly position: number })[]> {
  return pages(
    0,
    (after) => sql<(StaleRecord & { position: number })[]>`
      select ${staleEditionColumns(sql)}
      from editions e join edition_contents c on c.edition_id = e.id
      where e.derivation_version <> ${version} and e.id > ${after} and not exists (
        select from wordings w where w.edition_id = e.id and w.current and w.erased_at is not null)
      order by e.id limit ${STALE_PAGE_ROWS}`,
  );
}

/**
 * The statements that add editions or replace their content. Their statut is that of a superseded edition until the
 * projection of their documents, in the same transaction, sets it.
 */
export function writeEditions(
  sql: Statements,
  editions: readonly DerivedEdition[],
): readonly Promise<unknown>[] {
  const keys = jsonRows(editions.map(keyOf));
  return [
    ...keepAside(sql, editions),
    upsertRows(sql, editions),
    ...editions.map((edition) => upsertContent(sql, edition)),
    sql`delete from edition_references where edition_id = any(${editionIds(sql, keys)})`,
    sql`delete from edition_pgp_links where edition_id = any(${editionIds(sql, keys)})`,
    insertReferences(sql, editions),
    insertPgpLinks(sql, editions),
    ...writePassages(sql, editions),
    ...writeCitedLaw(sql, editions),
    ...writeTables(sql, editions),
  ];
}

function keyOf({ row }: DerivedEdition) {
  return { boiId: row.boiId, debutDeValidite: row.debutDeValidite, pgp: row.pgp };
}

function upsertRows(sql: Statements, editions: readonly DerivedEdition[]): Promise<unknown> {
  return sql`
    insert into editions (boi_id, debut_de_validite, pgp, kind, transfere_vers, avis, transferts, titre, type,
      domaine, division, url, source_kind, record_hash, source_hash, derivation_version, text_hash,
      attested_until, statut, current)
    select r."boiId", r."debutDeValidite", r.pgp, r.kind, r."transfereVers", r.avis, r.transferts, r.titre, r.type,
      r.domaine, r.division, r.url, r."sourceKind", r."recordHash", r."sourceHash", r."derivationVersion",
      r."textHash", r."attestedUntil", 'remplace', false
    from json_to_recordset(${jsonRows(editions.map(({ row }) => row))}::text::json) as r("boiId" text,
      "debutDeValidite" date, pgp int, kind text, "transfereVers" text, avis text, transferts jsonb, titre text,
      type text, domaine text, division text, url text, "sourceKind" text, "recordHash" text,
      "sourceHash" text, "derivationVersion" int, "textHash" text, "attestedUntil" date)
    order by 1, 2, 3
    on conflict (boi_id, debut_de_validite, pgp) do update set kind = excluded.kind,
      transfere_vers = excluded.transfere_vers, avis = excluded.avis, transferts = excluded.transferts,
      titre = excluded.titre, type = case
        when excluded.source_kind = 'export' and exists (
          select from wordings w where w.edition_id = editions.id and w.source_kind = 'archive') then editions.type
        else excluded.type end, domaine = excluded.domaine, division = excluded.division,
      url = excluded.url,
      source_kind = excluded.source_kind, record_hash = excluded.record_hash,
      source_hash = excluded.source_hash, derivation_version = excluded.derivation_version,
      text_hash = excluded.text_hash,
      attested_until = greatest(editions.attested_until, excluded.attested_until), overruled_hash = case
        when editions.source_kind <> excluded.source_kind then editions.record_hash
        else editions.overruled_hash end`;
}

/** The statement that writes the content of an existing edition. */
export function upsertContent(sql: Statements, edition: DerivedEdition): Promise<unknown> {
  const { boiId, debutDeValidite, pgp } = edition.row;
  const seals = JSON.stringify(sealsOfEdition(edition));
  return sql`
    insert into edition_contents (edition_id, contenu_html, contenu_texte, paragraphes, reserves, images,
      renvois_internes, raw, seals)
    select id, ${edition.html}::text, ${edition.texte}::text, ${jsonRows(edition.paragraphes)}::text::jsonb,
      ${jsonRows(edition.reserves)}::text::jsonb, ${jsonRows(edition.images)}::text::jsonb,
      ${jsonRows(edition.renvoisInternes)}::text::jsonb, ${edition.raw}::bytea, ${seals}::text::jsonb
    from editions where boi_id = ${boiId} and debut_de_validite = ${debutDeValidite} and pgp = ${pgp}
    on conflict (edition_id) do update set contenu_html = excluded.contenu_html,
      contenu_texte = excluded.contenu_texte, paragraphes = excluded.paragraphes, reserves = excluded.reserves,
      images = excluded.images, renvois_internes = excluded.renvois_internes, raw = excluded.raw,
      seals = excluded.seals`;
}

/** The seals of the written columns of an edition, bound to its row as `EDITION_SEALED_OF` describes. */
function sealsOfEdition({ row, html, texte, paragraphes, ...content }: DerivedEdition): Seals {
  const { reserves, images, renvoisInternes: renvois_internes, raw } = content;
  const columns = { contenu_html: html, contenu_texte: texte, paragraphes, reserves, images };
  const of = `${row.textHash} ${row.recordHash} ${row.derivationVersion}`;
  return sealsOf(of, { ...columns, renvois_internes, raw });
}

function insertReferences(sql: Statements, editions: readonly DerivedEdition[]): Promise<unknown> {
  const rows = editions.flatMap((edition) =>
    edition.references.map(({ target, paragraphe, mentions, cibles }, position) => ({
      ...keyOf(edition),
      target,
      paragraphe,
      mentions,
      cibles,
      position,
    })),
  );
  return sql`
    insert into edition_references (edition_id, target, position, paragraphe, mentions, cibles)
    select ${editionId(sql)}, r.target, r.position, r.paragraphe, r.mentions, r.cibles
    from json_to_recordset(${jsonRows(rows)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
      target text, position int, paragraphe text, mentions int, cibles jsonb)`;
}

function insertPgpLinks(sql: Statements, editions: readonly DerivedEdition[]): Promise<unknown> {
  const rows = editions.flatMap((edition) =>
    edition.pgpLinks.map(({ pgp, target }) => ({ ...keyOf(edition), number: pgp, target })),
  );
  return sql`
    insert into edition_pgp_links (edition_id, pgp, target)
    select ${editionId(sql)}, r.number, r.target
    from json_to_recordset(${jsonRows(rows)}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int,
      number int, target text)`;
}

/** The statements that replace the passages of editions; an unchanged passage is not touched. */
function writePassages(sql: Statements, editions: readonly DerivedEdition[]): readonly Promise<unknown>[] {
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
