import { timingSafeEqual } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../postgres/database.ts";
import { apiKeys, plans } from "../schema/keys.ts";
import { hashKey } from "./format.ts";
import type { KeyGrant } from "./grant.ts";

/** A stored key, as needed to recognise it. */
export interface StoredKey {
  /** SHA-256 of the key. */
  readonly hash: Uint8Array;
  readonly grant: KeyGrant;
}

/** The key of this visible start, or null when there is none or it is revoked. */
export async function findStoredKey(database: Database, visibleStart: string): Promise<StoredKey | null> {
  const [found] = await database
    .select({
      hash: apiKeys.hash,
      grant: {
        id: apiKeys.id,
        visibleStart: apiKeys.visibleStart,
        name: apiKeys.name,
        plan: apiKeys.plan,
        monthlyQuota: sql<number | null>`coalesce(${apiKeys.monthlyQuota}, ${plans.monthlyQuota})`,
        minuteLimit: sql<number>`coalesce(${apiKeys.minuteLimit}, ${plans.minuteLimit})`,
        semantic: plans.semantic,
        expiresAt: apiKeys.expiresAt,
      },
    })
    .from(apiKeys)
    .innerJoin(plans, eq(plans.code, apiKeys.plan))
    .where(and(eq(apiKeys.visibleStart, visibleStart), isNull(apiKeys.revokedAt)));
  return found ?? null;
}

/** The visible start of every key that is not revoked. */
export async function readLiveStarts(database: Database): Promise<string[]> {
  const rows = await database
    .select({ visibleStart: apiKeys.visibleStart })
    .from(apiKeys)
    .where(isNull(apiKeys.revokedAt));
  return rows.map(({ visibleStart }) => visibleStart);
}

/**
 * Whether `key` is the stored one and has not expired. The duration of the comparison reveals nothing of the hash: the
 * store is queried by the part of a key that is not secret.
 */
export function opens({ hash, grant }: StoredKey, key: string, now: Date): boolean {
  const isSame = timingSafeEqual(hash, hashKey(key));
  return isSame && (grant.expiresAt === null || now < grant.expiresAt);
}
