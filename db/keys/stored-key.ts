import { timingSafeEqual } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../postgres/database.ts";
import { apiKeys, plans } from "../schema/keys.ts";
import { hashKey } from "./format.ts";

/** The first key of a key's account. */
export const ACCOUNT_ID = sql<number>`coalesce(${apiKeys.accountId}, ${apiKeys.id})`;

/** A replaced key is revoked in advance. */
export const IS_LIVE = sql`(${apiKeys.revokedAt} is null or ${apiKeys.revokedAt} > now())`;

/** The end of the account or of the key, whichever comes first. */
const ENDS_AT = sql<Date | null>`least(${apiKeys.expiresAt}, ${apiKeys.revokedAt})`.mapWith(
  apiKeys.expiresAt,
);

/** A stored key, as needed to recognise it. */
export interface StoredKey {
  /** SHA-256 of the key. */
  readonly hash: Uint8Array;
  readonly grant: KeyGrant;
}

/** The key of this visible start, or null when there is none or it is revoked by now. */
export async function findStoredKey(database: Database, visibleStart: string): Promise<StoredKey | null> {
  const [found] = await database
    .select({
      hash: apiKeys.hash,
      grant: {
        id: apiKeys.id,
        accountId: ACCOUNT_ID,
        visibleStart: apiKeys.visibleStart,
        name: apiKeys.name,
        plan: apiKeys.plan,
        monthlyQuota: sql<number | null>`coalesce(${apiKeys.monthlyQuota}, ${plans.monthlyQuota})`,
        minuteLimit: sql<number>`coalesce(${apiKeys.minuteLimit}, ${plans.minuteLimit})`,
        semantic: plans.semantic,
        expiresAt: ENDS_AT,
      },
    })
    .from(apiKeys)
    .innerJoin(plans, eq(plans.code, apiKeys.plan))
    .where(and(eq(apiKeys.visibleStart, visibleStart), IS_LIVE));
  return found ?? null;
}

/** The visible start of every key that is not revoked by now. */
export async function readLiveStarts(database: Database): Promise<string[]> {
  const rows = await database.select({ visibleStart: apiKeys.visibleStart }).from(apiKeys).where(IS_LIVE);
  return rows.map(({ visibleStart }) => visibleStart);
}

/**
 * Whether `key` is the stored one and has not expired. The duration of the comparison reveals nothing of the hash: the
 * store is queried by the part of a key that is not secret.
 */
export function opens(stored: StoredKey, key: string, now: Date): boolean {
  return timingSafeEqual(stored.hash, hashKey(key)) && isInTerm(stored, now);
}

/** Whether the stored key has not expired. */
export function isInTerm({ grant }: StoredKey, now: Date): boolean {
  return grant.expiresAt === null || now < grant.expiresAt;
}

/** What an accepted key may do, within what its account has left. */
export interface KeyGrant {
  readonly id: number;
  /** The account that it is counted with: the id of the account's first key. */
  readonly accountId: number;
  readonly visibleStart: string;
  readonly name: string;
  readonly plan: string;
  /** Charged answers a month, or null for no quota. */
  readonly monthlyQuota: number | null;
  readonly minuteLimit: number;
  readonly semantic: boolean;
  /** First instant at which the key is refused, or null. */
  readonly expiresAt: Date | null;
}
