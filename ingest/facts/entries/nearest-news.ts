import { scopeOf } from "../../../bofip/news/scope.ts";
import type { DerivedActualite } from "../../../db/ingestion/actualites.ts";
import type { NewEntry } from "../../../db/ingestion/journal/entries.ts";
import { type AnnouncedDay, type NamingNews, readNamingNews } from "../../../db/ingestion/journal/sources.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { ANNOUNCEMENT_DAYS } from "../../../db/queries/changes.ts";

const DAY_MS = 86_400_000;

/** The actualités that name documents: those of the store, and those of the same batch. */
export async function readNaming(
  database: Database,
  days: readonly AnnouncedDay[],
  actualites: readonly DerivedActualite[],
): Promise<NamingNews[]> {
  const own = actualites.flatMap(({ targets, ...news }) => targets.map((boiId) => ({ boiId, ...news })));
  const fresh = new Set(actualites.map(({ id }) => id));
  const stored = await readNamingNews(database, days);
  return [...own, ...stored.filter(({ id }) => !fresh.has(id))];
}

/** An entry's fields about the announcement of its change. */
export type Announcement = Pick<NewEntry, "actualite" | "porteeAnnoncee" | "porteeDeduite">;

const NO_ANNOUNCEMENT: Announcement = { actualite: null, porteeAnnoncee: null, porteeDeduite: null };

/** The announcement of a change, as `/v1/changes` attaches it: the nearest in time, of two as near the later. */
export function announcementOf({ boiId, date }: AnnouncedDay, naming: readonly NamingNews[]): Announcement {
  const [nearest] = naming
    .filter((news) => news.boiId === boiId && daysBetween(news.date, date) <= ANNOUNCEMENT_DAYS)
    .toSorted(
      (one, other) =>
        daysBetween(one.date, date) - daysBetween(other.date, date) ||
        (one.date === other.date ? compare(one.id, other.id) : compare(other.date, one.date)),
    );
  if (nearest === undefined) return NO_ANNOUNCEMENT;
  const { id, titre, url, texte } = nearest;
  const { annoncee, deduite } = scopeOf(titre, texte);
  return { actualite: { id, titre, url }, porteeAnnoncee: annoncee, porteeDeduite: deduite };
}

function daysBetween(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
