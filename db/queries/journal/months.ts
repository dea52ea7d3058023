import { and, desc, sql } from "drizzle-orm";
import type { Database } from "../../postgres/database.ts";
import { journal } from "../../schema/journal.ts";
import { conditionOf, EVERY_ENTRY, type JournalEntry } from "./stretches.ts";

/** A month, UTC, in which the corpus received something. */
export interface JournalMonth {
  /** `YYYY-MM`. */
  readonly mois: string;
  readonly entries: number;
}

/** By reception; by the day of the change where that is not known. */
const month = sql<string>`coalesce(to_char(${journal.detecteLe} at time zone 'UTC', 'YYYY-MM'), to_char(${journal.date}, 'YYYY-MM'))`;

/** Months that have entries of a series (null: of any), the latest first. */
export async function readMonths(database: Database, domaine: string | null): Promise<JournalMonth[]> {
  return await database
    .select({ mois: month, entries: sql<number>`count(*)::int` })
    .from(journal)
    .where(conditionOf({ ...EVERY_ENTRY, domaine }))
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`);
}

/** The latest entries of a month, newest first. */
export async function readMonthEntries(
  database: Database,
  mois: string,
  domaine: string | null,
  limit: number,
): Promise<JournalEntry[]> {
  return await database
    .select()
    .from(journal)
    .where(and(conditionOf({ ...EVERY_ENTRY, domaine }), sql`${month} = ${mois}`))
    .orderBy(desc(journal.sequence))
    .limit(limit);
}
