import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";

/** The relational store, behind the same driver whether it is PGlite or a server (`client.ts` connects to both). */
export type Database = PostgresJsDatabase & { $client: postgres.Sql };
