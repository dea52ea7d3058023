import { asc, type Column, count, desc, eq, gte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../postgres/database.ts";
import { changes, documents, type Nature } from "../schema/documents.ts";
import type { DocumentStatut } from "./documents.ts";

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
  /** When what it tells was first received, ISO 8601; null when that was not kept, or when an absence tells it. */
  readonly detecte_le: string | null;
  readonly actualite: Announcement | null;
}

/** How far from a change its announcement may lie (docs/decisions.md, « Change »). */
export const ANNOUNCEMENT_DAYS = 31;

/** Changes from a day on, newest first, then by identifier; at one date the higher PGP number first. */
export async function readChanges(
  database: Database,
  since: string,
  limit: number,
  offset: number,
): Promise<Change[]> {
  const page = database
    .select()
    .from(changes)
    .where(gte(changes.date, since))
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

/** Number of changes from a day on. */
export async function countChanges(database: Database, since: string): Promise<number> {
  const [row] = await database.select({ total: count() }).from(changes).where(gte(changes.date, since));
  return row?.total ?? 0;
}

/** Said as the index on dates says it, else every change is sorted for each page. */
function newestFirst({
  date,
  boiId,
  pgp,
  nature,
}: Record<"date" | "boiId" | "pgp" | "nature", Column>): SQL[] {
  return [sql`${date} desc nulls last`, asc(boiId), desc(pgp), desc(nature)];
}

/** Of the edition that began, or of the notice that ended one, that day. */
function firstReception({ boiId, date, pgp, nature }: Record<"boiId" | "date" | "pgp" | "nature", Column>) {
  return sql<string | null>`(
    select case when bool_and(received.recue_le is not null)
      then to_char(min(received.recue_le) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end
    from editions told join wordings received on received.edition_id = told.id
    where told.boi_id = ${boiId} and told.debut_de_validite = ${date} and told.pgp = ${pgp}
      and (told.kind = 'contenu') = (${nature} <> 'retrait'))`;
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
