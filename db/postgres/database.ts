import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { EngineUnavailable } from "../engine/unavailable.ts";

/** The relational store, behind the same driver whether it is PGlite or a server (`client.ts` connects to both). */
export type Database = PostgresJsDatabase & { $client: postgres.Sql };

/** Resolves when the relational store answers. */
export async function pingStore({ $client: sql }: Database): Promise<void> {
  await sql`select 1`;
}

/** Resolves when the relational store answers and accepts writes. @throws {EngineUnavailable} when it is read-only. */
export async function pingWritable({ $client: sql }: Database): Promise<void> {
  const [row] = await sql<{ isReadOnly: boolean }[]>`
    select current_setting('transaction_read_only') = 'on' as "isReadOnly"`;
  if (row?.isReadOnly === true) throw new EngineUnavailable("postgres", READ_ONLY);
}

const READ_ONLY = "La base se lit mais n'enregistre plus rien : l'espace disque est presque épuisé.";

/** Resolves when keys and their limits can be read. */
export async function pingKeys({ $client: sql }: Database): Promise<void> {
  await sql`select k.id, w.minute from api_keys k left join key_windows w on w.key_id = k.id limit 1`;
}
