import type { Database } from "../postgres/database.ts";
import type { Piece, Statements } from "../postgres/statements.ts";
import { type CreatedKey, changeAccount, readKeyName } from "./keys.ts";
import { generateKey, hashKey, isLive, type KeyGrant, visibleStartOf } from "./stored-key.ts";

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

/** The key that asks for a change, as it was last read: the store judges whether it is still accepted. */
export type Asker = Pick<KeyGrant, "id" | "accountId" | "visibleStart">;

/** The key that asks is refused by now: revoked or expired, or its account is. */
export class DeadKey extends Error {
  override readonly name = "DeadKey";
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
export async function listAccountKeys({ $client: sql }: Database, accountId: number): Promise<AccountKey[]> {
  return await sql<AccountKey[]>`
    select visible_start as "visibleStart", name, created_at as "createdAt", revoked_at as "endsAt"
    from api_keys k where coalesce(account_id, id) = ${accountId} and ${isLive(sql)} order by id`;
}

/**
 * Creates another key of an account, under its plan and terms.
 * @throws {InvalidKeyName}
 * @throws {DeadKey}
 * @throws {TooManyKeys}
 */
export async function createAccountKey(database: Database, by: Asker, written: string): Promise<CreatedKey> {
  const name = readKeyName(written);
  const key = generateKey();
  const visibleStart = visibleStartOf(key);
  const { plan } = await changeFor(
    database,
    by,
    null,
    (sql) => sql`
      insert into api_keys (name, plan, visible_start, hash, expires_at, monthly_quota, minute_limit, account_id)
      select ${name}, plan, ${visibleStart}, ${hashKey(key)}, expires_at, monthly_quota, minute_limit, id
      from api_keys where id = ${by.accountId} and exists (select from asker) and ${MAX_KEYS}::int > (
        select count(*) from api_keys where coalesce(account_id, id) = ${by.accountId} and revoked_at is null)
      returning plan`,
  );
  if (plan === null) throw new TooManyKeys();
  return { key, visibleStart, plan };
}

/**
 * Creates a key in place of another of the account, under the same name; the former is accepted for a day more.
 * @returns null when the account has no such key, or has replaced it already.
 * @throws {DeadKey}
 * @throws {TooManyKeys} when five replaced keys are still accepted.
 */
export async function replaceAccountKey(
  database: Database,
  by: Asker,
  replaced: string,
): Promise<(CreatedKey & { readonly name: string }) | null> {
  const key = generateKey();
  const visibleStart = visibleStartOf(key);
  const { name, isReplaced, plan } = await changeFor(
    database,
    by,
    replaced,
    (sql) => sql`
      insert into api_keys (name, plan, visible_start, hash, expires_at, monthly_quota, minute_limit, account_id)
      select name, plan, ${visibleStart}, ${hashKey(key)}, expires_at, monthly_quota, minute_limit, ${by.accountId}
      from former returning plan`,
    (sql) => sql`
      update api_keys set revoked_at = clock_timestamp() + ${REPLACED_HOURS}::int * interval '1 hour'
      where id = (select id from named where not is_replaced) and exists (select from asker)
        and ${MAX_KEYS}::int > (
          select count(*) from api_keys
          where coalesce(account_id, id) = ${by.accountId} and revoked_at > clock_timestamp())
      returning name, plan, expires_at, monthly_quota, minute_limit`,
  );
  if (name === null || isReplaced) return null;
  if (plan === null) throw new TooManyKeys();
  return { key, visibleStart, plan, name };
}

/**
 * Gives a key of an account another name.
 * @returns false when the account has no such key.
 * @throws {InvalidKeyName}
 * @throws {DeadKey}
 */
export async function renameAccountKey(
  database: Database,
  by: Asker,
  visibleStart: string,
  written: string,
): Promise<boolean> {
  const name = readKeyName(written);
  const { plan } = await changeFor(
    database,
    by,
    visibleStart,
    (sql) => sql`
      update api_keys set name = ${name}
      where id = (select id from named) and exists (select from asker) returning plan`,
  );
  return plan !== null;
}

/**
 * Revokes a key of an account, at once.
 * @returns the name of the key, or null when the account has no such key.
 * @throws {DeadKey}
 * @throws {LastKey}
 */
export async function revokeAccountKey(
  database: Database,
  by: Asker,
  visibleStart: string,
): Promise<string | null> {
  const { name, plan } = await changeFor(
    database,
    by,
    visibleStart,
    (sql) => sql`
      update api_keys set revoked_at = clock_timestamp()
      where id = (select id from named) and exists (select from asker) and exists (
        select from api_keys where coalesce(account_id, id) = ${by.accountId} and revoked_at is null
          and visible_start <> ${visibleStart})
      returning plan`,
  );
  if (name !== null && plan === null) throw new LastKey();
  return name;
}

/** What the store found and did. */
interface Change {
  /** Whether the key that asks is accepted. */
  readonly isAllowed: boolean;
  /** Name of the key that was named, as it was before; null when the account has no such key. */
  readonly name: string | null;
  readonly isReplaced: boolean;
  /** Plan of the key that was created or changed; null when none was. */
  readonly plan: string | null;
}

/**
 * Changes the keys of an account for one of them, which gives no right once it is refused: the operator's revocation is
 * of every key of the account, and its expiry is theirs.
 * @param named the visible start of the key to change, if any: `named`, to the statements.
 * @param change must do nothing without an `asker`, and return the plan.
 * @param first done before it: `former`.
 * @throws {DeadKey}
 */
async function changeFor(
  database: Database,
  { id, accountId, visibleStart }: Asker,
  named: string | null,
  change: (sql: Statements) => Piece,
  first: (sql: Statements) => Piece = (sql) => sql`select`,
): Promise<Change> {
  const done = await changeAccount(
    database,
    visibleStart,
    (sql) => sql<Change[]>`
      with accepted as materialized (
        select id, name, visible_start, revoked_at is not null as is_replaced from api_keys
        where coalesce(account_id, id) = ${accountId}
          and coalesce(least(revoked_at, expires_at) > clock_timestamp(), true)
      ), asker as (select from accepted where id = ${id}
      ), named as (select * from accepted where visible_start = ${named}
      ), former as (${first(sql)}
      ), changed as (${change(sql)})
      select exists (select from asker) as "isAllowed", (select name from named) as name,
        exists (select from named where is_replaced) as "isReplaced", (select plan from changed) as plan`,
  );
  if (done?.isAllowed !== true) throw new DeadKey();
  return done;
}
