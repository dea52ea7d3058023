import { join } from "node:path";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type { Database } from "./database.ts";

/** An arbitrary constant of our own: processes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_281_001;

/**
 * Brings the schema up to date. `database` must have a single connection, because the advisory lock that makes other
 * processes wait belongs to its session.
 */
export async function migrateDatabase(database: Database): Promise<void> {
  const migrationsFolder = join(import.meta.dir, "../migrations");
  await database.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
  try {
    await migrate(database, { migrationsFolder });
  } finally {
    await database.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  }
}
