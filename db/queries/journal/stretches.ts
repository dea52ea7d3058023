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
