import type { Database } from "../postgres/database.ts";
import { inTransaction } from "../postgres/statements.ts";

const TABLES = [
  "documents",
  "editions",
  "edition_contents",
  "edition_references",
  "edition_articles",
  "edition_cited_law",
  "edition_tables",
  "wordings",
  "kept_texts",
  "passages",
  "changes",
  "plan_nodes",
  "actualites",
  "actualite_references",
  "actualite_articles",
  "actualite_cited_law",
  "consultations",
] as const;

/**
 * Updates the query planner's statistics: PGlite has no autovacuum to do it. The sample is small, so that no table
 * occupies the store for more than 40 ms.
 */
export async function refreshStatistics(database: Database): Promise<void> {
  for (const table of TABLES) {
    await inTransaction(database, (statements) => [
      statements`set local default_statistics_target = 20`,
      statements`analyze ${statements(table)}`,
    ]);
  }
}
