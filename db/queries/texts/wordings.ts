import type { Observation } from "../../../bofip/sources/certainty.ts";
import { DamagedText } from "../../integrity/damages.ts";
import { officialContent, unpackRecord } from "../../integrity/stored-record.ts";
import type { Database } from "../../postgres/database.ts";
import { anyNumberOf, jsonRows, type Piece, type Statements } from "../../postgres/statements.ts";
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

/** SQL of when sources showed a current wording `w`: a JSON list of `Observation`. */
export function observationsOf(sql: Statements): Piece {
  return shown(sql, sql`w.edition_id`, sql`w.empreinte`);
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
  readonly provenance: Provenance;
}

type Provenance = Pick<Saying, "genre" | "fichier" | "empreinte_fichier" | "recue_le">;

interface SourceRow extends Provenance {
  readonly empreinte_source: string;
  /** Null when it is not kept. */
  readonly raw: Uint8Array | null;
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
  const [row] = await sql<SourceRow[]>`
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
  if (row === undefined) return null;
  const { empreinte_source, raw, ...provenance } = row;
  const { genre } = provenance;
  if (raw === null) return null;
  const record = unpackRecord({ raw, sourceKind: genre, seal: null, empreinteSource: empreinte_source });
  if (record === null) throw new DamagedText(boiId);
  return { empreinte_source, contenu: officialContent(genre, record), provenance };
}

/**
 * SQL for the `empreinte_source` of a text of an edition: that of the record it is shown by, else of the first record
 * with that text whose bytes are kept; null when none are. One rule for a document, its history, the export and its
 * root.
 * @param edition column of the row of the edition; `empreinte` of the fingerprint of the text.
 */
export function sourcePrint(sql: Statements, edition = "w.edition_id", empreinte = "w.empreinte"): Piece {
  return sql`(
    select said.empreinte_source from wordings said
    where said.edition_id = ${sql(edition)} and said.empreinte = ${sql(empreinte)} and said.empreinte_source is not null
    order by said.current desc, said.source_order, said.id limit 1)`;
}

/** A text received for an edition; two kinds of source with the same text are one. */
export interface HeldWording {
  readonly edition_id: number;
  readonly titre: string;
  readonly empreinte: string;
  /** Null when its official bytes are not kept. */
  readonly empreinte_source: string | null;
  /** Instant, ISO 8601; null for wordings older than this record. */
  readonly recue_le: string | null;
  readonly courante: boolean;
  /** When and why its text was removed by law; null for a stored text. */
  readonly erasure: Erasure | null;
}

/** An erased wording keeps its fingerprint and dates, but neither text nor official bytes. */
interface Erasure {
  /** Instant, ISO 8601. */
  readonly at: string;
  readonly reason: string;
}

/** A row of `wordings`, in the order of its kind of source. */
interface WordingRow extends HeldWording {
  readonly sourceKind: SourceKind;
  readonly sourceOrder: string;
  /** Whether it was already received on the day asked for. */
  readonly isKnown: boolean;
}

/** The wordings of editions, by edition, the current one first, then the latest received. */
export async function readWordings(
  database: Database,
  editionIds: readonly number[],
): Promise<Map<number, HeldWording[]>> {
  const rows = await readRows(database, editionIds, null);
  return new Map([...Map.groupBy(rows, (row) => row.edition_id)].map(([id, group]) => [id, distinct(group)]));
}

/**
 * The wording that the service answered with for an edition on a day (`YYYY-MM-DD`, in Europe/Paris): what was received
 * by its end; a null `recue_le` counts as received from the start. Null when nothing was received yet.
 */
export async function findWordingKnownOn(
  database: Database,
  editionId: number,
  day: string,
): Promise<HeldWording | null> {
  const rows = await readRows(database, [editionId], day);
  const current = currentWording(rows.filter(({ isKnown }) => isKnown));
  if (current === undefined) return null;
  return distinct(rows).find((wording) => isSame(wording, current)) ?? null;
}

/** A text of an edition that a kind of source gave at some point. */
interface SaidWording {
  readonly sourceKind: SourceKind;
  /** Sorts the sources of a kind, by the day that they describe first. */
  readonly sourceOrder: string;
}

/**
 * The wording that an edition answers with, among those known of it (docs/decisions.md, « Wordings »): the latest
 * change by the day of its source. An export's first wording is no change when an archive's text is known: where the
 * two kinds meet, and on one day, the archive's prevails.
 * @param wordings of one edition, those of each kind in order. Undefined when there is none.
 */
export function currentWording<Wording extends SaidWording>(
  wordings: readonly Wording[],
): Wording | undefined {
  const exported = wordings.filter(({ sourceKind }) => sourceKind === "export");
  const archived = wordings.findLast(({ sourceKind }) => sourceKind === "archive");
  const rectified = exported.length > 1 ? exported.at(-1) : undefined;
  if (archived === undefined) return exported.at(-1);
  return rectified !== undefined && dayOf(rectified) > dayOf(archived) ? rectified : archived;
}

function dayOf({ sourceOrder }: SaidWording): string {
  return sourceOrder.slice(0, "YYYY-MM-DD".length);
}

async function readRows(
  { $client: sql }: Database,
  editionIds: readonly number[],
  day: string | null,
): Promise<readonly WordingRow[]> {
  return await sql<WordingRow[]>`
    select w.edition_id, w.titre, w.empreinte, ${sourcePrint(sql)} as empreinte_source, to_char(w.recue_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as recue_le,
      w.current as courante, case when w.erased_at is null then null else json_build_object(
        'at', to_char(w.erased_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', w.erasure_reason) end as erasure,
      w.source_kind as "sourceKind", w.source_order as "sourceOrder",
      ${day}::date is null or w.recue_le is null
        or w.recue_le < (${day}::date + 1)::timestamp at time zone 'Europe/Paris' as "isKnown"
    from wordings w
    where w.edition_id = ${anyNumberOf(sql, editionIds)}
    order by w.edition_id, w.source_order, w.id`;
}

/** One per text: its first reception, and current when one of its rows is. */
function distinct(rows: readonly WordingRow[]): HeldWording[] {
  const found: HeldWording[] = [];
  for (const row of rows) {
    const index = found.findIndex((wording) => isSame(wording, row));
    if (index === -1) found.push(wordingOf(row));
    else found.splice(index, 1, joined(found[index] ?? row, row));
  }
  return found.sort(latestFirst);
}

function wordingOf({ sourceKind: _kind, sourceOrder: _order, isKnown: _known, ...wording }: WordingRow) {
  return wording;
}

function joined(first: HeldWording, next: HeldWording): HeldWording {
  const isEarlier = first.recue_le === null || (next.recue_le !== null && first.recue_le <= next.recue_le);
  return {
    ...first,
    recue_le: isEarlier ? first.recue_le : next.recue_le,
    courante: first.courante || next.courante,
    erasure: first.erasure ?? next.erasure,
  };
}

function latestFirst(one: HeldWording, other: HeldWording): number {
  if (one.courante !== other.courante) return one.courante ? -1 : 1;
  const [a, b] = [one.recue_le ?? "", other.recue_le ?? ""];
  if (a === b) return 0;
  return a > b ? -1 : 1;
}

function isSame(one: HeldWording, other: HeldWording): boolean {
  return one.empreinte === other.empreinte && one.titre === other.titre;
}
