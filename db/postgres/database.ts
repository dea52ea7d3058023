import { sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { oncePer } from "../../bofip/reading/cursor.ts";
import { EngineUnavailable } from "../engine/unavailable.ts";
import { apiKeys, keyWindows } from "../schema/keys.ts";

/** The relational store, behind the same driver whether it is PGlite or a server (`client.ts` connects to both). */
export type Database = PostgresJsDatabase & { $client: postgres.Sql };

/** Resolves when the relational store answers. */
export async function pingStore(database: Database): Promise<void> {
  await database.execute(sql`select 1`);
}

/** Resolves when the relational store answers and accepts writes. @throws {EngineUnavailable} when it is read-only. */
export async function pingWritable(database: Database): Promise<void> {
  const [row] = await database.execute(
    sql`select current_setting('transaction_read_only') = 'on' as is_read_only`,
  );
  if (row?.["is_read_only"] === true) throw new EngineUnavailable("postgres", READ_ONLY);
}

const READ_ONLY = "La base se lit mais n'enregistre plus rien : l'espace disque est presque épuisé.";

/** Resolves when keys and their limits can be read. */
export async function pingKeys(database: Database): Promise<void> {
  await database
    .select({ id: apiKeys.id, minute: keyWindows.minute })
    .from(apiKeys)
    .leftJoin(keyWindows, sql`${keyWindows.keyId} = ${apiKeys.id}`)
    .limit(1);
}

/**
 * A statement put together once for each store, then only given its values (`sql.placeholder`): with Drizzle, that takes
 * as long as the store's answer to a short one.
 */
export function builtOnce<Statement>(
  build: (database: Database) => Statement,
): (database: Database) => Statement {
  return oncePer(build);
}
