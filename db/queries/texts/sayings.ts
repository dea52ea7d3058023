import type { Observation } from "../../../bofip/sources/certainty.ts";
import { DamagedText } from "../../integrity/damages.ts";
import { unpackRecord } from "../../integrity/stored-record.ts";
import type { Database } from "../../postgres/database.ts";
import { jsonRows, type Piece, type Statements } from "../../postgres/statements.ts";
import { officialContent } from "../../records/current-wording.ts";
import type { SourceKind } from "../../schema/documents.ts";
import { textIsHeld } from "./edition-columns.ts";

/** A kind of source gave a text of an edition: the file that first contained it, and when it was shown. */
export interface Saying extends Observation {
  readonly genre: SourceKind;
  /** Name of the file, and its SHA-256; null for content older than this record. */
  readonly fichier: string | null;
  readonly empreinte_fichier: string | null;
  /** The day that the file describes, `YYYY-MM-DD`; null likewise. */
  readonly date_source: string | null;
  /** Instant, ISO 8601; null likewise. */
  readonly recue_le: string | null;
}

/**
 * SQL of the sources that gave a text of an edition (a JSON list of `Saying`), the first received first. A text from a
 * previous derivation has the sources of its wording.
 * @param edition column of the row of the edition; `empreinte` of the fingerprint of the text.
 */
export function sayingsOf(sql: Statements, edition = "w.edition_id", empreinte = "w.empreinte"): Piece {
  return sql`(
    select coalesce(json_agg(json_build_object('genre', said.source_kind, 'fichier', said.fichier,
      'empreinte_fichier', said.empreinte_fichier, 'date_source', said.date_source,
      'recue_le', to_char(said.recue_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'du', said.shown_from, 'au', said.shown_until) order by said.recue_le nulls first, said.id), '[]')
    from wordings said where ${isSaid(sql, sql`${sql(edition)}`, sql`${sql(empreinte)}`)})`;
}

function isSaid(sql: Statements, edition: Piece, empreinte: Piece): Piece {
  return sql`said.edition_id = ${edition} and (said.empreinte = ${empreinte} or said.empreinte in (
    select present.empreinte from kept_texts t join wordings present on present.id = t.wording_id
    where t.edition_id = ${edition} and t.empreinte = ${empreinte}))`;
}

/** SQL of when sources showed the current text of an edition `e`: a JSON list of `Observation`. */
export function observationsOf(sql: Statements): Piece {
  return shown(sql, sql`e.id`, sql`(select empreinte from wordings where edition_id = e.id and current)`);
}

function shown(sql: Statements, edition: Piece, empreinte: Piece): Piece {
  return sql`(
    select coalesce(json_agg(json_build_object('du', said.shown_from, 'au', said.shown_until)), '[]')
    from wordings said where ${isSaid(sql, edition, empreinte)})`;
}

/** A text of an edition, by its fingerprint. */
export interface SaidText {
  readonly editionId: number;
  readonly empreinte: string;
}

/** When sources showed some texts of editions, in the order asked; one statement. */
export async function readObservations(
  { $client: sql }: Database,
  texts: readonly SaidText[],
): Promise<(readonly Observation[])[]> {
  if (texts.length === 0) return [];
  const rows = await sql<{ observations: readonly Observation[] }[]>`
    select ${shown(sql, sql`asked.edition`, sql`asked.empreinte`)} as observations
    from json_to_recordset(${jsonRows(texts.map(({ editionId: edition, empreinte }, rank) => ({ rank, edition, empreinte })))}::text::json)
      as asked(rank int, edition int, empreinte text)
    order by asked.rank`;
  return rows.map(({ observations }) => observations);
}

/** The sources that gave a text of an edition, the first received first; none for a text that was never given. */
export async function readSayings(
  { $client: sql }: Database,
  editionId: number,
  empreinte: string,
): Promise<readonly Saying[]> {
  const [row] = await sql<{ sayings: readonly Saying[] }[]>`
    select ${sayingsOf(sql, "asked.id", "asked.empreinte")} as sayings
    from (select ${editionId}::int as id, ${empreinte}::text as empreinte) asked`;
  return row?.sayings ?? [];
}

/** The official bytes of a wording, and where they came from. */
interface OfficialSource {
  /** Their SHA-256. */
  readonly empreinte_source: string;
  /** As published; its UTF-8 is the official bytes. */
  readonly contenu: string;
  readonly provenance: {
    readonly genre: SourceKind;
    /** Name of the file, and its SHA-256; null for content older than this record. */
    readonly fichier: string | null;
    readonly empreinte_fichier: string | null;
    /** Instant, ISO 8601. */
    readonly recue_le: string | null;
  };
}

interface Row extends Omit<OfficialSource, "contenu" | "provenance"> {
  readonly genre: SourceKind;
  readonly fichier: string | null;
  readonly empreinte_fichier: string | null;
  readonly recue_le: string | null;
  readonly raw: Uint8Array;
}

/**
 * The official bytes of a document's wording, by their own fingerprint or by that of its text, previous derivations
 * included; of several the latest edition's, first received first. Null when none are kept.
 * @throws {DamagedText} when they no longer match `empreinte_source`.
 */
export async function findOfficialSource(
  { $client: sql }: Database,
  boiId: string,
  empreinte: string,
): Promise<OfficialSource | null> {
  const [row] = await sql<Row[]>`
    select w.empreinte_source, w.source_kind as genre, w.fichier, w.empreinte_fichier,
      to_char(w.recue_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as recue_le, coalesce((
        select k.raw from wordings same join kept_sources k on k.wording_id = same.id
        where same.edition_id = e.id and same.empreinte_source = w.empreinte_source limit 1), c.raw) as raw
    from editions e
      join wordings w on w.edition_id = e.id and w.erased_at is null and w.empreinte_source is not null
      left join edition_contents c on c.edition_id = e.id and exists (
        select from wordings shown
        where shown.edition_id = e.id and shown.current and shown.empreinte_source = w.empreinte_source)
    where e.boi_id = ${boiId} and ${textIsHeld(sql)} and (w.empreinte_source = ${empreinte}
      or w.empreinte = ${empreinte} or exists (
        select from kept_texts t where t.wording_id = w.id and t.empreinte = ${empreinte}))
    order by e.debut_de_validite desc, e.pgp desc, w.recue_le nulls first, w.id limit 1`;
  if (row === undefined || row.raw === null) return null;
  const { empreinte_source, genre, fichier, empreinte_fichier, recue_le } = row;
  const record = unpackRecord({
    raw: row.raw,
    sourceKind: genre,
    seal: null,
    empreinteSource: empreinte_source,
  });
  if (record === null) throw new DamagedText(boiId);
  const contenu = officialContent(genre, record);
  return { empreinte_source, contenu, provenance: { genre, fichier, empreinte_fichier, recue_le } };
}
