import { and, asc, desc, eq, gt, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../postgres/database.ts";
import { corpus } from "../../schema/ingestion.ts";
import { type JournalEvent, journal } from "../../schema/journal.ts";

export type JournalEntry = typeof journal.$inferSelect;

/** Filters entries; a null criterion matches all. */
export interface JournalFilter {
  readonly evenement: JournalEvent | null;
  /** Series in capitals, of the document or of one that the actualité names. */
  readonly domaine: string | null;
  /** Node of the classification, and all below, likewise. */
  readonly chemin: string | null;
  /** The document, or one that the actualité names. */
  readonly boiId: string | null;
}

export const EVERY_ENTRY: JournalFilter = { evenement: null, domaine: null, chemin: null, boiId: null };

/** A page of the journal. */
interface JournalStretch {
  /** The number to pass next time: no matching entry lies between the last one returned and it. */
  readonly dernier: number;
  /** Version of the parser that derived every stored text. */
  readonly derivation: number;
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
}

/** The entries after a number, with the last number given: one statement, hence one state of the store. */
export async function readJournal(
  database: Database,
  apres: number,
  filter: JournalFilter,
  limit: number,
): Promise<JournalStretch> {
  const page = database
    .select()
    .from(journal)
    .where(and(gt(journal.sequence, apres), conditionOf(filter)))
    .orderBy(asc(journal.sequence))
    .limit(limit)
    .as("page");
  const rows = await database.select().from(corpus).leftJoin(page, sql`true`).orderBy(asc(page.sequence));
  const entries = rows.flatMap((row) => row.page ?? []);
  const state = rows[0]?.corpus ?? { lastSequence: 0, derivation: 0 };
  const isWhole = entries.length < limit;
  const dernier = isWhole ? Math.max(apres, state.lastSequence) : (entries.at(-1)?.sequence ?? apres);
  return { dernier, derivation: state.derivation, entries };
}

/** The latest matching entries, newest first. */
export async function readLatestEntries(
  database: Database,
  filter: JournalFilter,
  limit: number,
): Promise<JournalEntry[]> {
  return await database
    .select()
    .from(journal)
    .where(conditionOf(filter))
    .orderBy(desc(journal.sequence))
    .limit(limit);
}

/** The latest entries after a number about a document's text or statut, newest first; actualités have their own list. */
export async function readLatestChanges(
  database: Database,
  after: number,
  limit: number,
): Promise<JournalEntry[]> {
  return await database
    .select()
    .from(journal)
    .where(and(gt(journal.sequence, after), isNotNull(journal.boiId), ne(journal.evenement, "source")))
    .orderBy(desc(journal.sequence))
    .limit(limit);
}

/** The SQL condition of a filter; undefined when it matches all. */
export function conditionOf({ evenement, domaine, chemin, boiId }: JournalFilter): SQL | undefined {
  return and(
    evenement === null ? undefined : eq(journal.evenement, evenement),
    domaine === null ? undefined : concerns((id) => sql`split_part(${id}, '-', 2) = ${domaine}`),
    chemin === null || chemin === "" ? undefined : concerns((id) => isAtOrBelow(id, chemin)),
    boiId === null ? undefined : concerns((id) => sql`${id} = ${boiId}`),
  );
}

/** Of the document, or of one that the actualité names. */
function concerns(condition: (id: SQL) => SQL): SQL {
  return sql`(${condition(sql`${journal.boiId}`)} or exists (
    select from jsonb_array_elements_text(${journal.documents}) as named(boi_id)
    where ${condition(sql`named.boi_id`)}))`;
}

function isAtOrBelow(id: SQL, chemin: string): SQL {
  const node = `BOI-${chemin.replaceAll("/", "-")}`;
  return sql`(${id} = ${node} or starts_with(${id}, ${`${node}-`}))`;
}

/** What the corpus received at first, all at once: none of it is a change. */
export interface FirstLoad {
  /** Number of its last entry. */
  readonly lastSequence: number;
  /** `YYYY-MM-DD` (UTC); null when it is older than the journal. */
  readonly receivedOn: string | null;
  readonly documents: number;
  readonly actualites: number;
}

/**
 * The entries up to the end of the first run that succeeded, those of runs that were stopped before it included; null
 * before that end. Content older than the journal belongs to it.
 */
export async function readFirstLoad(database: Database): Promise<FirstLoad | null> {
  const [row] = await database.$client<FirstLoad[]>`
    with first_run as (
      select ended_at from runs where status = 'succeeded' order by id limit 1
    )
    select max(sequence)::float8 as "lastSequence",
      to_char(min(detecte_le) at time zone 'UTC', 'YYYY-MM-DD') as "receivedOn",
      count(distinct boi_id)::int as documents,
      count(*) filter (where evenement = 'actualite')::int as actualites
    from journal
    where detecte_le is null or detecte_le <= (select ended_at from first_run)
    having count(*) > 0`;
  return row ?? null;
}

/** A week (UTC) in which the corpus received something. */
export interface JournalWeek {
  /** Its Monday, `YYYY-MM-DD`. */
  readonly semaine: string;
  readonly entries: number;
}

/** Which entries: of a series (null: of any), after a number. */
interface WeeksFilter {
  readonly domaine: string | null;
  readonly after: number;
}

/** By reception; by the day of the change where that is not known. */
const week = sql<string>`to_char(date_trunc('week',
  coalesce(${journal.detecteLe} at time zone 'UTC', ${journal.date}::timestamp)), 'YYYY-MM-DD')`;

/** Weeks that have entries, the latest first. */
export async function readWeeks(database: Database, { domaine, after }: WeeksFilter): Promise<JournalWeek[]> {
  return await database
    .select({ semaine: week, entries: sql<number>`count(*)::int` })
    .from(journal)
    .where(and(conditionOf({ ...EVERY_ENTRY, domaine }), gt(journal.sequence, after)))
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`);
}

/** The latest entries of a week, newest first. */
export async function readWeekEntries(
  database: Database,
  semaine: string,
  { domaine, after }: WeeksFilter,
  limit: number,
): Promise<JournalEntry[]> {
  return await database
    .select()
    .from(journal)
    .where(
      and(conditionOf({ ...EVERY_ENTRY, domaine }), gt(journal.sequence, after), sql`${week} = ${semaine}`),
    )
    .orderBy(desc(journal.sequence))
    .limit(limit);
}
