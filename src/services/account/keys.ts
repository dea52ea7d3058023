import * as keys from "../../../db/keys/account-keys.ts";
import { InvalidKeyName } from "../../../db/keys/keys.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { isStorable } from "../../../db/postgres/storable.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type {
  AccountKey,
  AccountKeys,
  NewAccountKey,
  RevokedAccountKey,
} from "../../schemas/answers/account.ts";

/** The keys that the account may still use, oldest first. */
export async function listKeysOfAccount(database: Database, accountId: number): Promise<AccountKeys> {
  return { cles: (await keys.listAccountKeys(database, accountId)).map(view) };
}

/**
 * Creates a key of the account, which is given this once.
 * @throws {ApiError} `too_many_keys`, `invalid_parameter` for an unusable name.
 */
export async function createKeyOfAccount(
  database: Database,
  accountId: number,
  name: string,
): Promise<NewAccountKey> {
  const created = await refusing(keys.createAccountKey(database, accountId, name), "too_many_keys");
  return { key: created.key, visible_start: created.visibleStart, name: name.trim() };
}

/**
 * Creates a key in place of another one, which is accepted for a day more.
 * @throws {ApiError} `unknown_key`, `too_many_keys`.
 */
export async function replaceKeyOfAccount(
  database: Database,
  accountId: number,
  visibleStart: string,
): Promise<NewAccountKey> {
  const named = await findKey(database, accountId, visibleStart);
  const replacing = keys.replaceAccountKey(database, accountId, visibleStart);
  const created = await refusing(replacing, "too_many_replaced_keys");
  if (created === null) throw unknownKey(visibleStart);
  return { key: created.key, visible_start: created.visibleStart, name: named.name };
}

/** @throws {ApiError} `unknown_key`, `invalid_parameter` for an unusable name. */
export async function renameKeyOfAccount(
  database: Database,
  accountId: number,
  visibleStart: string,
  name: string,
): Promise<void> {
  const isRenamed =
    isStorable(visibleStart) &&
    (await refusing(keys.renameAccountKey(database, accountId, visibleStart, name), "too_many_keys"));
  if (!isRenamed) throw unknownKey(visibleStart);
}

/**
 * Revokes a key of the account, for good.
 * @returns the key.
 * @throws {ApiError} `unknown_key`, `last_key`.
 */
export async function revokeKeyOfAccount(
  database: Database,
  accountId: number,
  visibleStart: string,
): Promise<RevokedAccountKey> {
  const revoked = isStorable(visibleStart)
    ? await refusing(keys.revokeAccountKey(database, accountId, visibleStart), "too_many_keys")
    : null;
  if (revoked === null) throw unknownKey(visibleStart);
  return { visible_start: revoked.visibleStart, name: revoked.name };
}

/** @throws {ApiError} `unknown_key` */
async function findKey(
  database: Database,
  accountId: number,
  visibleStart: string,
): Promise<keys.AccountKey> {
  const all = isStorable(visibleStart) ? await keys.listAccountKeys(database, accountId) : [];
  const found = all.find((key) => key.visibleStart === visibleStart);
  if (found === undefined) throw unknownKey(visibleStart);
  return found;
}

/** Turns the store's refusal of a change into the caller's fault. */
async function refusing<Value>(
  change: Promise<Value>,
  tooMany: "too_many_keys" | "too_many_replaced_keys",
): Promise<Value> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof InvalidKeyName) throw new ApiError("invalid_parameter", { reason: error.message });
    if (error instanceof keys.LastKey) throw new ApiError("last_key");
    if (!(error instanceof keys.TooManyKeys)) throw error;
    throw new ApiError(tooMany, { limit: String(keys.MAX_KEYS), hours: String(keys.REPLACED_HOURS) });
  }
}

function unknownKey(visibleStart: string): ApiError {
  return new ApiError("unknown_account_key", { visible_start: visibleStart });
}

function view({ visibleStart, name, createdAt, endsAt }: keys.AccountKey): AccountKey {
  return {
    visible_start: visibleStart,
    name,
    created_at: createdAt.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
  };
}
