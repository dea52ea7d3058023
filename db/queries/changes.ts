import { and, asc, type Column, count, desc, eq, gte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../postgres/database.ts";
import { anyOf } from "../postgres/statements.ts";
import { changes, type DocumentStatut, documents, type Nature } from "../schema/documents.ts";
import { textIsHeldSql } from "./texts/text-is-held.ts";

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
  /** Of the document, today. */
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
  database: Database,
  filter: ChangesFilter,
  limit: number,
  offset: number,
): Promise<Change[]> {
  const page = database
    .select()
    .from(changes)
    .where(conditionOf(filter))
    .orderBy(...newestFirst(changes))
    .limit(limit)
    .offset(offset)
    .as("page");
  return await database
    .select({
      boi_id: page.boiId,
      titre: documents.titre,
      domaine: documents.domaine,
      nature: page.nature,
      date: page.date,
      statut: documents.statut,
      url: documents.url,
      detecte_le: firstReception(page),
      actualite: nearestAnnouncement(page.boiId, page.date),
    })
    .from(page)
    .innerJoin(documents, eq(documents.boiId, page.boiId))
    .orderBy(...newestFirst(page));
}

/** A change of a document, and the announcement attached to it. */
export interface AnnouncedChange {
  readonly boi_id: string;
  readonly date: string;
  readonly actualite: Announcement;
}

/** The changes of documents that an actualité announces, newest first. */
export async function readAnnouncedChanges(
  database: Database,
  boiIds: readonly string[],
): Promise<AnnouncedChange[]> {
  if (boiIds.length === 0) return [];
  const rows = await database
    .select({
      boi_id: changes.boiId,
      date: changes.date,
      actualite: nearestAnnouncement(changes.boiId, changes.date),
    })
    .from(changes)
    // Columns are qualified where tables are joined: the announcement's have the same names.
    .innerJoin(documents, eq(documents.boiId, changes.boiId))
    .where(anyOf(documents.boiId, boiIds))
    .orderBy(...newestFirst(changes))
    .prepare("announced changes")
    .execute();
  return rows.flatMap(({ actualite, ...change }) => (actualite === null ? [] : [{ ...change, actualite }]));
}

/** Number of changes from a start on. */
export async function countChanges(database: Database, filter: ChangesFilter): Promise<number> {
  const [row] = await database.select({ total: count() }).from(changes).where(conditionOf(filter));
  return row?.total ?? 0;
}

function conditionOf({ start, domaine }: ChangesFilter): SQL | undefined {
  return and(
    start.kind === "dated"
      ? gte(changes.date, start.since)
      : sql`${cameAt(changes)} >= ${start.since}::timestamptz`,
    domaine === null ? undefined : sql`split_part(${changes.boiId}, '-', 2) = ${domaine}`,
  );
}

/** Written exactly as the index on dates, otherwise every change is sorted for each page. */
function newestFirst({
  date,
  boiId,
  pgp,
  nature,
}: Record<"date" | "boiId" | "pgp" | "nature", Column>): SQL[] {
  return [sql`${date} desc nulls last`, asc(boiId), desc(pgp), desc(nature)];
}

/** First reception of the edition that began, or of the notice that ended one, that day. */
function firstReception(change: ChangeColumns): SQL<string | null> {
  return sql`to_char(${receivedAt(change)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

type ChangeColumns = Record<"boiId" | "date" | "pgp" | "nature", Column>;

/** Null when it was not recorded, or when only an absence shows the end. */
function receivedAt({ boiId, date, pgp, nature }: ChangeColumns): SQL {
  return sql`(
    select case when bool_and(received.recue_le is not null) then min(received.recue_le) end
    from editions told join wordings received on received.edition_id = told.id
    where told.boi_id = ${boiId} and told.debut_de_validite = ${date} and told.pgp = ${pgp}
      and ${sql.raw(textIsHeldSql("told"))} = (${nature} <> 'retrait'))`;
}

/** When the service learned of a change: an end known from an absence alone has its entry in the journal. */
function cameAt(change: ChangeColumns): SQL {
  const { boiId, date, nature } = change;
  return sql`coalesce(${receivedAt(change)}, (
    select min(entry.detecte_le) from journal entry
    where ${nature} = 'retrait' and entry.boi_id = ${boiId} and entry.date = ${date}
      and entry.evenement in ('retrait', 'transfert')))`;
}

/** The nearest in time that names the document; of two as near the later, then the first by identifier. */
function nearestAnnouncement(boiId: Column, date: Column): SQL<Announcement | null> {
  return sql`(
    select json_build_object('id', news.id, 'titre', news.titre, 'url', news.url)
    from actualite_references named join actualites news on news.id = named.actualite_id
    where named.target = ${boiId} and abs(news.date - ${date}) <= ${ANNOUNCEMENT_DAYS}
    order by abs(news.date - ${date}), news.date desc, news.id
    limit 1)`;
}
