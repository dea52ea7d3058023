import type { Database } from "../postgres/database.ts";
import { columnsOf, type Piece, type Statements } from "../postgres/statements.ts";
import { type JournalEvent, journal } from "../schema/journal.ts";

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
  { $client: sql }: Database,
  apres: number,
  filter: JournalFilter,
  limit: number,
): Promise<JournalStretch> {
  const rows = await sql<(CorpusNumbers & (JournalEntry | { readonly sequence: null }))[]>`
    select last_sequence as "lastSequence", derivation, page.*
    from corpus left join (
      select ${columnsOf(sql, journal)} from journal
      where sequence > ${apres} and ${isAskedFor(sql, filter)} order by sequence limit ${limit}) page on true
    order by sequence`;
  const entries = rows.flatMap(({ lastSequence: _last, derivation: _derivation, ...entry }) =>
    entry.sequence === null ? [] : [entry],
  );
  const { lastSequence, derivation } = rows[0] ?? { lastSequence: 0, derivation: 0 };
  const isWhole = entries.length < limit;
  const dernier = isWhole ? Math.max(apres, lastSequence) : (entries.at(-1)?.sequence ?? apres);
  return { dernier, derivation, entries };
}

interface CorpusNumbers {
  readonly lastSequence: number;
  readonly derivation: number;
}

/** The latest matching entries, newest first. */
export async function readLatestEntries(
  { $client: sql }: Database,
  filter: JournalFilter,
  limit: number,
): Promise<JournalEntry[]> {
  return await readLatest(sql, isAskedFor(sql, filter), limit);
}

/** The latest entries after a number about a document's text or statut, newest first; actualités have their own list. */
export async function readLatestChanges(
  { $client: sql }: Database,
  after: number,
  limit: number,
): Promise<JournalEntry[]> {
  return await readLatest(
    sql,
    sql`sequence > ${after} and boi_id is not null and evenement <> 'source'`,
    limit,
  );
}

async function readLatest(sql: Statements, condition: Piece, limit: number): Promise<JournalEntry[]> {
  return await sql<JournalEntry[]>`
    select ${columnsOf(sql, journal)} from journal where ${condition} order by sequence desc limit ${limit}`;
}

/** Whether a row of the journal matches a filter. */
function isAskedFor(sql: Statements, { evenement, domaine, chemin, boiId }: JournalFilter): Piece {
  const criteria = [sql`true`];
  if (evenement !== null) criteria.push(sql`and evenement = ${evenement}`);
  if (domaine !== null) criteria.push(concerns(sql, (id) => sql`split_part(${id}, '-', 2) = ${domaine}`));
  if (chemin !== null && chemin !== "") criteria.push(concerns(sql, (id) => isAtOrBelow(sql, id, chemin)));
  if (boiId !== null) criteria.push(concerns(sql, (id) => sql`${id} = ${boiId}`));
  return sql`${criteria}`;
}

/** SQL of a condition on the document, or on one that the actualité names. */
function concerns(sql: Statements, condition: (id: Piece) => Piece): Piece {
  return sql`and (${condition(sql`journal.boi_id`)} or exists (
    select from jsonb_array_elements_text(journal.documents) as named(boi_id)
    where ${condition(sql`named.boi_id`)}))`;
}

/** Whether an identifier is that of a node of the plan, or of one below. */
export function isAtOrBelow(sql: Statements, id: Piece, chemin: string): Piece {
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
export async function readFirstLoad({ $client: sql }: Database): Promise<FirstLoad | null> {
  const [row] = await sql<FirstLoad[]>`
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

/** Weeks that have entries, the latest first. */
export async function readWeeks(
  { $client: sql }: Database,
  { domaine, after }: WeeksFilter,
): Promise<JournalWeek[]> {
  return await sql<JournalWeek[]>`
    select ${weekOf(sql)} as semaine, count(*) as entries
    from journal where ${isAskedFor(sql, { ...EVERY_ENTRY, domaine })} and sequence > ${after}
    group by 1 order by 1 desc`;
}

/** The latest entries of a week, newest first. */
export async function readWeekEntries(
  { $client: sql }: Database,
  semaine: string,
  { domaine, after }: WeeksFilter,
  limit: number,
): Promise<JournalEntry[]> {
  const isAsked = isAskedFor(sql, { ...EVERY_ENTRY, domaine });
  return await readLatest(
    sql,
    sql`${isAsked} and sequence > ${after} and ${weekOf(sql)} = ${semaine}`,
    limit,
  );
}

/** By reception; by the day of the change where that is not known. */
function weekOf(sql: Statements): Piece {
  return sql`to_char(date_trunc('week',
    coalesce(detecte_le at time zone 'UTC', date::timestamp)), 'YYYY-MM-DD')`;
}
