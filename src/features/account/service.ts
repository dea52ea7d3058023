import * as keys from "../../../db/keys/account-keys.ts";
import { InvalidKeyName } from "../../../db/keys/keys.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { isStorable } from "../../../db/postgres/statements.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { AccountKey, AccountKeys, NewAccountKey, RevokedAccountKey } from "./answer.ts";

/** The keys that the account may still use, oldest first. */
export async function listKeysOfAccount(database: Database, accountId: number): Promise<AccountKeys> {
  return { cles: (await keys.listAccountKeys(database, accountId)).map(view) };
}

/**
 * Creates a key of the account, which is given this once.
 * @param by the key that asks, here and below.
 * @throws {ApiError} `too_many_keys`, `invalid_parameter` for an unusable name; `invalid_api_key`, here and below, when
 * the store refuses the key that asks, however recently it was accepted.
 */
export async function createKeyOfAccount(
  database: Database,
  by: keys.Asker,
  name: string,
): Promise<NewAccountKey> {
  const created = await refusing(keys.createAccountKey(database, by, name), "too_many_keys");
  return { key: created.key, visible_start: created.visibleStart, name: name.trim() };
}

/**
 * Creates a key in place of another one, which is accepted for a day more.
 * @throws {ApiError} `unknown_key`, `too_many_keys`.
 */
export async function replaceKeyOfAccount(
  database: Database,
  by: keys.Asker,
  visibleStart: string,
): Promise<NewAccountKey> {
  const created = await changing(visibleStart, (named) => keys.replaceAccountKey(database, by, named));
  return { key: created.key, visible_start: created.visibleStart, name: created.name };
}

/** @throws {ApiError} `unknown_key`, `invalid_parameter` for an unusable name. */
export async function renameKeyOfAccount(
  database: Database,
  by: keys.Asker,
  visibleStart: string,
  name: string,
): Promise<void> {
  await changing(visibleStart, (named) => keys.renameAccountKey(database, by, named, name));
}

/**
 * Revokes a key of the account, for good.
 * @returns the key.
 * @throws {ApiError} `unknown_key`, `last_key`.
 */
export async function revokeKeyOfAccount(
  database: Database,
  by: keys.Asker,
  visibleStart: string,
): Promise<RevokedAccountKey> {
  const name = await changing(visibleStart, (named) => keys.revokeAccountKey(database, by, named));
  return { visible_start: visibleStart, name };
}

/** Changes the key that is named. @throws {ApiError} `unknown_key` when there is none, and as `refusing` does. */
async function changing<Value extends object | string | true>(
  visibleStart: string,
  change: (named: string) => Promise<Value | null | false>,
): Promise<Value> {
  // The store can't be asked about some texts.
  const named = isStorable(visibleStart) ? visibleStart : "";
  const changed = await refusing(change(named), "too_many_replaced_keys");
  if (changed === null || changed === false)
    throw new ApiError("unknown_account_key", { visible_start: visibleStart });
  return changed;
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
    if (error instanceof keys.DeadKey) throw new ApiError("invalid_api_key");
    if (error instanceof keys.LastKey) throw new ApiError("last_key");
    if (!(error instanceof keys.TooManyKeys)) throw error;
    throw new ApiError(tooMany, { limit: String(keys.MAX_KEYS), hours: String(keys.REPLACED_HOURS) });
  }
}

function view({ visibleStart, name, createdAt, endsAt }: keys.AccountKey): AccountKey {
  return {
    visible_start: visibleStart,
    name,
    created_at: createdAt.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
  };
}
