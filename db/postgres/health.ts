import { sql } from "drizzle-orm";
import { EngineUnavailable } from "../engine/unavailable.ts";
import { apiKeys, keyWindows } from "../schema/keys.ts";
import type { Database } from "./database.ts";

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
