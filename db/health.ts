import { sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { apiKeys, keyWindows } from "./schema.ts";

/** Resolves when the relational store answers. */
export async function pingStore(database: Database): Promise<void> {
  await database.execute(sql`select 1`);
}

/** Resolves when keys and their limits can be read. */
export async function pingKeys(database: Database): Promise<void> {
  await database
    .select({ id: apiKeys.id, minute: keyWindows.minute })
    .from(apiKeys)
    .leftJoin(keyWindows, sql`${keyWindows.keyId} = ${apiKeys.id}`)
    .limit(1);
}
