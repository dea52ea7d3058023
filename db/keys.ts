import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { generateKey, hashKey, visibleStartOf } from "./key-format.ts";
import { apiKeys, plans } from "./schema.ts";

export { hashKey, isWellFormedKey } from "./key-format.ts";

/** What an accepted key may do. */
export interface KeyGrant {
  readonly id: number;
  readonly visibleStart: string;
  readonly plan: string;
  /** Charged answers a month, or null for no quota. */
  readonly monthlyQuota: number | null;
  readonly minuteLimit: number;
  readonly semantic: boolean;
}

/** A key as operators see it. */
export interface KeySummary {
  readonly visibleStart: string;
  readonly name: string;
  readonly plan: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export interface KeyRequest {
  /** 1 to 100 characters once trimmed. */
  readonly name: string;
  /** Code of a plan of the store. */
  readonly plan: string;
}

/** The only time that the key itself is known. */
export interface CreatedKey {
  readonly key: string;
  readonly visibleStart: string;
  readonly plan: string;
}

export class UnknownPlan extends Error {
  override readonly name = "UnknownPlan";

  constructor(
    readonly plan: string,
    readonly validPlans: readonly string[],
  ) {
    super(`La formule « ${plan} » n'existe pas ; formules possibles : ${validPlans.join(", ")}.`);
  }
}

export class InvalidKeyName extends Error {
  override readonly name = "InvalidKeyName";

  constructor() {
    super(`Le nom d'une clé compte de 1 à ${MAX_NAME_LENGTH} caractères.`);
  }
}

const MAX_NAME_LENGTH = 100;

/**
 * Creates a key and stores its hash.
 * @param now date of creation; the database's clock by default.
 * @throws {InvalidKeyName}
 * @throws {UnknownPlan}
 */
export async function createKey(
  database: Database,
  request: KeyRequest,
  now: Date | null = null,
): Promise<CreatedKey> {
  const name = request.name.trim();
  if (name === "" || [...name].length > MAX_NAME_LENGTH) throw new InvalidKeyName();
  await requirePlan(database, request.plan);
  const key = generateKey();
  const visibleStart = visibleStartOf(key);
  const row = { name, plan: request.plan, visibleStart, hash: hashKey(key) };
  await database.insert(apiKeys).values(now === null ? row : { ...row, createdAt: now });
  return { key, visibleStart, plan: request.plan };
}

/** @throws {UnknownPlan} unless the store has a plan of that code. */
export async function requirePlan(database: Database, plan: string): Promise<void> {
  const codes = (await database.select({ code: plans.code }).from(plans).orderBy(asc(plans.code))).map(
    ({ code }) => code,
  );
  if (!codes.includes(plan)) throw new UnknownPlan(plan, codes);
}

/** Every key, revoked ones included, oldest first. */
export async function listKeys(database: Database): Promise<KeySummary[]> {
  return database.select(SUMMARY).from(apiKeys).orderBy(asc(apiKeys.id));
}

/**
 * Revokes a key, once and for all: a key that is revoked already keeps its date.
 * @param now date of revocation; the database's clock by default.
 * @returns the key, or null when none has this visible start.
 */
export async function revokeKey(
  database: Database,
  visibleStart: string,
  now: Date | null = null,
): Promise<KeySummary | null> {
  const [key] = await database
    .update(apiKeys)
    .set({
      revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${now?.toISOString() ?? null}::timestamptz, now())`,
    })
    .where(eq(apiKeys.visibleStart, visibleStart))
    .returning(SUMMARY);
  return key ?? null;
}

/** What the key of this hash may do, or null when it is unknown or revoked. */
export async function findKeyByHash(database: Database, hash: Uint8Array): Promise<KeyGrant | null> {
  const [grant] = await database
    .select({
      id: apiKeys.id,
      visibleStart: apiKeys.visibleStart,
      plan: apiKeys.plan,
      monthlyQuota: plans.monthlyQuota,
      minuteLimit: plans.minuteLimit,
      semantic: plans.semantic,
    })
    .from(apiKeys)
    .innerJoin(plans, eq(plans.code, apiKeys.plan))
    .where(and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt)));
  return grant ?? null;
}

/** Whether the store holds a key, revoked or not. */
export async function hasAnyKey(database: Database): Promise<boolean> {
  const found = await database.select({ id: apiKeys.id }).from(apiKeys).limit(1);
  return found.length > 0;
}

const SUMMARY = {
  visibleStart: apiKeys.visibleStart,
  name: apiKeys.name,
  plan: apiKeys.plan,
  createdAt: apiKeys.createdAt,
  revokedAt: apiKeys.revokedAt,
};
