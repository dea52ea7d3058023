import { and, desc, gt, sql } from "drizzle-orm";
import type { Database } from "../../postgres/database.ts";
import { journal } from "../../schema/journal.ts";
import { conditionOf, EVERY_ENTRY, type JournalEntry } from "./stretches.ts";

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
