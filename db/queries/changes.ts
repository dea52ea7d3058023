import type { Database } from "../postgres/database.ts";
import { anyOf, type Piece, type Statements } from "../postgres/statements.ts";
import type { DocumentStatut, Nature } from "../schema/documents.ts";
import { textIsHeld } from "./texts/edition-columns.ts";

/** The announcement attached to a change. */
export interface Announcement {
  readonly id: string;
  readonly titre: string;
  readonly url: string;
}

/** An entry of the list of changes. */
export interface Change {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
  readonly nature: Nature;
  /** Start of validity of the edition, or of the withdrawal. */
  readonly date: string;
  /** The document's, today. */
  readonly statut: DocumentStatut;
  /** Official page of the document. */
  readonly url: string;
  /** When it was first received, ISO 8601; null when that was not recorded, or when only an absence shows it. */
  readonly detecte_le: string | null;
  readonly actualite: Announcement | null;
}

/** How far from a change its announcement may lie (docs/decisions.md, « Change »). */
export const ANNOUNCEMENT_DAYS = 31;

/** Where a list of changes begins: a day of validity, or an instant of reception. */
export type ChangesStart =
  | { readonly kind: "dated"; readonly since: string }
  | { readonly kind: "received"; readonly since: string };

interface ChangesFilter {
  readonly start: ChangesStart;
  /** Series in capitals; null for all. */
  readonly domaine: string | null;
}

/** Changes from a start on, newest first, then by identifier; at one date the higher PGP number first. */
export async function readChanges(
  { $client: sql }: Database,
  filter: ChangesFilter,
  limit: number,
  offset: number,
): Promise<Change[]> {
  return await sql<Change[]>`
    select change.boi_id, d.titre, d.domaine, change.nature, change.date, d.statut, d.url,
      to_char(${receivedAt(sql)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as detecte_le,
      ${nearestAnnouncement(sql)} as actualite
    from (
      select * from changes change where ${isAskedFor(sql, filter)}
      order by ${newestFirst(sql)} limit ${limit} offset ${offset}) change
    join documents d on d.boi_id = change.boi_id
    order by ${newestFirst(sql)}`;
}

/** A change of a document, and the announcement attached to it. */
export interface AnnouncedChange {
  readonly boi_id: string;
  readonly date: string;
  readonly actualite: Announcement;
}

/** The changes of documents that an actualité announces, newest first. */
export async function readAnnouncedChanges(
  { $client: sql }: Database,
  boiIds: readonly string[],
): Promise<AnnouncedChange[]> {
  if (boiIds.length === 0) return [];
  const rows = await sql<(Pick<AnnouncedChange, "boi_id" | "date"> & Pick<Change, "actualite">)[]>`
    select boi_id, date, ${nearestAnnouncement(sql)} as actualite
    from changes change where boi_id = ${anyOf(sql, boiIds)} order by ${newestFirst(sql)}`;
  return rows.flatMap(({ actualite, ...change }) => (actualite === null ? [] : [{ ...change, actualite }]));
}

/** Number of changes from a start on. */
export async function countChanges({ $client: sql }: Database, filter: ChangesFilter): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from changes change where ${isAskedFor(sql, filter)}`;
  return row?.total ?? 0;
}

function isAskedFor(sql: Statements, { start, domaine }: ChangesFilter): Piece {
  const hasBegun =
    start.kind === "dated"
      ? sql`change.date >= ${start.since}`
      : sql`${cameAt(sql)} >= ${start.since}::timestamptz`;
  return domaine === null ? hasBegun : sql`${hasBegun} and split_part(change.boi_id, '-', 2) = ${domaine}`;
}

/** Written exactly as the index on dates, otherwise every change is sorted for each page. */
function newestFirst(sql: Statements): Piece {
  return sql`change.date desc nulls last, change.boi_id, change.pgp desc, change.nature desc`;
}

/**
 * First reception of the edition that began, or of the notice that ended one, that day; null when it was not recorded, or
 * when only an absence shows the end.
 */
function receivedAt(sql: Statements): Piece {
  return sql`(
    select case when bool_and(received.recue_le is not null) then min(received.recue_le) end
    from editions told join wordings received on received.edition_id = told.id
    where told.boi_id = change.boi_id and told.debut_de_validite = change.date and told.pgp = change.pgp
      and ${textIsHeld(sql, "told")} = (change.nature <> 'retrait'))`;
}

/** When the service learned of a change: an end known from an absence alone has its entry in the journal. */
function cameAt(sql: Statements): Piece {
  return sql`coalesce(${receivedAt(sql)}, (
    select min(entry.detecte_le) from journal entry
    where change.nature = 'retrait' and entry.boi_id = change.boi_id and entry.date = change.date
      and entry.evenement in ('retrait', 'transfert')))`;
}

/** The nearest in time that names the document; of two as near the later, then the first by identifier. */
function nearestAnnouncement(sql: Statements): Piece {
  return sql`(
    select json_build_object('id', news.id, 'titre', news.titre, 'url', news.url)
    from actualite_references named join actualites news on news.id = named.actualite_id
    where named.target = change.boi_id and abs(news.date - change.date) <= ${ANNOUNCEMENT_DAYS}
    order by abs(news.date - change.date), news.date desc, news.id
    limit 1)`;
}
