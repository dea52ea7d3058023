import { and, asc, eq } from "drizzle-orm";
import type { Database } from "../postgres/database.ts";
import { inTransaction, type Statements } from "../postgres/statements.ts";
import { apiKeys } from "../schema/keys.ts";
import { generateKey, hashKey, visibleStartOf } from "./format.ts";
import { type CreatedKey, readKeyName } from "./keys.ts";
import { ACCOUNT_ID, IS_LIVE } from "./stored-key.ts";

/** How many keys an account may have (contract, additions 2, « Account »), not counting those that were replaced. */
export const MAX_KEYS = 5;
/** How long a replaced key is still accepted: time to deploy the new one. */
export const REPLACED_HOURS = 24;

/** A key that its account may still use. */
export interface AccountKey {
  readonly visibleStart: string;
  readonly name: string;
  readonly createdAt: Date;
  /** When it stops being accepted, for one that was replaced. */
  readonly endsAt: Date | null;
}

/** The account has as many keys as it may, or as many replaced ones. */
export class TooManyKeys extends Error {
  override readonly name = "TooManyKeys";
}

/** An account always has a key. */
export class LastKey extends Error {
  override readonly name = "LastKey";
}

/** The keys that an account may still use, oldest first. */
export async function listAccountKeys(database: Database, accountId: number): Promise<AccountKey[]> {
  return await database
    .select({
      visibleStart: apiKeys.visibleStart,
      name: apiKeys.name,
      createdAt: apiKeys.createdAt,
      endsAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .where(and(eq(ACCOUNT_ID, accountId), IS_LIVE))
    .orderBy(asc(apiKeys.id));
}

/**
 * Creates another key of an account, under its plan and terms.
 * @throws {InvalidKeyName}
 * @throws {TooManyKeys}
 */
export async function createAccountKey(
  database: Database,
  accountId: number,
  written: string,
): Promise<CreatedKey> {
  const name = readKeyName(written);
  const key = generateKey();
  const visibleStart = visibleStartOf(key);
  await changeAccount(
    database,
    accountId,
    (sql) => sql`
      insert into api_keys (name, plan, visible_start, hash, expires_at, monthly_quota, minute_limit, account_id)
      select ${name}, plan, ${visibleStart}, ${hashKey(key)}, expires_at, monthly_quota, minute_limit, id
      from api_keys where id = ${accountId} and ${MAX_KEYS}::int > (
        select count(*) from api_keys where coalesce(account_id, id) = ${accountId} and revoked_at is null)`,
  );
  const plan = await readPlan(database, visibleStart);
  if (plan === null) throw new TooManyKeys();
  return { key, visibleStart, plan };
}

/**
 * Creates a key in place of another of the account, under the same name; the former is accepted for a day more.
 * @returns null when the account has no such key, or has replaced it already.
 * @throws {TooManyKeys} when five replaced keys are still accepted.
 */
export async function replaceAccountKey(
  database: Database,
  accountId: number,
  replaced: string,
): Promise<CreatedKey | null> {
  const key = generateKey();
  const visibleStart = visibleStartOf(key);
  await changeAccount(
    database,
    accountId,
    (sql) => sql`
      with former as (
        update api_keys set revoked_at = now() + ${REPLACED_HOURS}::int * interval '1 hour'
        where coalesce(account_id, id) = ${accountId} and visible_start = ${replaced} and revoked_at is null
          and ${MAX_KEYS}::int > (
            select count(*) from api_keys where coalesce(account_id, id) = ${accountId} and revoked_at > now())
        returning name, plan, expires_at, monthly_quota, minute_limit
      )
      insert into api_keys (name, plan, visible_start, hash, expires_at, monthly_quota, minute_limit, account_id)
      select name, plan, ${visibleStart}, ${hashKey(key)}, expires_at, monthly_quota, minute_limit, ${accountId}
      from former`,
  );
  const plan = await readPlan(database, visibleStart);
  if (plan !== null) return { key, visibleStart, plan };
  const kept = await findKey(database, accountId, replaced);
  if (kept === undefined || kept.endsAt !== null) return null;
  throw new TooManyKeys();
}

/**
 * Gives a key of an account another name.
 * @returns false when the account has no such key.
 * @throws {InvalidKeyName}
 */
export async function renameAccountKey(
  database: Database,
  accountId: number,
  visibleStart: string,
  written: string,
): Promise<boolean> {
  const renamed = await database
    .update(apiKeys)
    .set({ name: readKeyName(written) })
    .where(and(eq(ACCOUNT_ID, accountId), eq(apiKeys.visibleStart, visibleStart), IS_LIVE))
    .returning({ id: apiKeys.id });
  return renamed.length > 0;
}

/**
 * Revokes a key of an account, at once.
 * @returns the key, or null when the account has no such key.
 * @throws {LastKey}
 */
export async function revokeAccountKey(
  database: Database,
  accountId: number,
  visibleStart: string,
): Promise<AccountKey | null> {
  const revoked = await findKey(database, accountId, visibleStart);
  if (revoked === undefined) return null;
  await changeAccount(
    database,
    accountId,
    (sql) => sql`
      update api_keys set revoked_at = now()
      where coalesce(account_id, id) = ${accountId} and visible_start = ${visibleStart}
        and exists (
          select from api_keys where coalesce(account_id, id) = ${accountId} and revoked_at is null
            and visible_start <> ${visibleStart})`,
  );
  if ((await findKey(database, accountId, visibleStart)) !== undefined) throw new LastKey();
  return revoked;
}

/** Changes the keys of an account, one change at a time: a change sees all that the previous one did. */
async function changeAccount(
  database: Database,
  accountId: number,
  change: (sql: Statements) => Promise<unknown>,
): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`select from api_keys where id = ${accountId} for update`,
    change(sql),
  ]);
}

async function findKey(
  database: Database,
  accountId: number,
  visibleStart: string,
): Promise<AccountKey | undefined> {
  const keys = await listAccountKeys(database, accountId);
  return keys.find((key) => key.visibleStart === visibleStart);
}

async function readPlan(database: Database, visibleStart: string): Promise<string | null> {
  const [row] = await database
    .select({ plan: apiKeys.plan })
    .from(apiKeys)
    .where(eq(apiKeys.visibleStart, visibleStart));
  return row?.plan ?? null;
}
