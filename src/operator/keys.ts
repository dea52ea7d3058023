import {
  changeKey,
  createKey,
  InvalidKeyName,
  type KeySummary,
  listKeys,
  revokeKey,
  UnknownPlan,
} from "../../db/keys/keys.ts";
import { readUsage } from "../../db/keys/usage.ts";
import type { Database } from "../../db/postgres/database.ts";
import { isStorable } from "../../db/postgres/storable.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { CreatedKey, KeyList, KeyUsage, KeyView } from "./key-answer.ts";
import { readTerms, type TermsRequest } from "./key-terms.ts";

export interface AdminKeyRequest extends TermsRequest {
  readonly name: string;
  readonly plan: string;
}

/** The changes; absent fields are left unchanged. */
export interface AdminKeyChange extends TermsRequest {
  readonly plan?: string;
}

/** @throws {ApiError} `invalid_parameter` for an unknown plan, an unusable name or impossible terms. */
export async function createAdminKey(database: Database, request: AdminKeyRequest): Promise<CreatedKey> {
  const { name, plan, ...terms } = request;
  const created = await refusing(createKey(database, { name, plan, ...readTerms(terms) }));
  return { key: created.key, visible_start: created.visibleStart, plan: created.plan };
}

/** @throws {ApiError} `unknown_key`, or `invalid_parameter` for an unknown plan, impossible terms or nothing to change. */
export async function changeAdminKey(
  database: Database,
  visibleStart: string,
  { plan, ...terms }: AdminKeyChange,
): Promise<KeyView> {
  const change = { ...(plan === undefined ? {} : { plan }), ...readTerms(terms) };
  if (Object.keys(change).length === 0)
    throw new ApiError("invalid_parameter", { reason: NOTHING_TO_CHANGE });
  requireStorable(visibleStart);
  const key = await refusing(changeKey(database, visibleStart, change));
  if (key === null) throw new ApiError("unknown_key", { visible_start: visibleStart });
  return viewKey(key);
}

const NOTHING_TO_CHANGE =
  "Il n'y a rien à changer : donnez l'un des champs « plan », « quota », « minute_limit » ou « expires_at ».";

/** Turns the store's refusal of a request into the caller's fault. */
async function refusing<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnknownPlan || error instanceof InvalidKeyName) {
      throw new ApiError("invalid_parameter", { reason: error.message });
    }
    throw error;
  }
}

export async function listAdminKeys(database: Database): Promise<KeyList> {
  return { keys: (await listKeys(database)).map(viewKey) };
}

/** @throws {ApiError} `unknown_key` */
export async function revokeAdminKey(database: Database, visibleStart: string): Promise<KeyView> {
  requireStorable(visibleStart);
  const key = await revokeKey(database, visibleStart);
  if (key === null) throw new ApiError("unknown_key", { visible_start: visibleStart });
  return viewKey(key);
}

/** @throws {ApiError} `unknown_key` */
export async function readAdminUsage(database: Database, visibleStart: string): Promise<KeyUsage> {
  requireStorable(visibleStart);
  const usage = await readUsage(database, visibleStart);
  if (usage === null) throw new ApiError("unknown_key", { visible_start: visibleStart });
  return usage;
}

/** Some texts can't be sent to the store at all. @throws {ApiError} `unknown_key` */
function requireStorable(visibleStart: string): void {
  if (!isStorable(visibleStart)) throw new ApiError("unknown_key", { visible_start: visibleStart });
}

function viewKey(key: KeySummary): KeyView {
  return {
    visible_start: key.visibleStart,
    account: key.account,
    name: key.name,
    plan: key.plan,
    created_at: key.createdAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    quota: key.monthlyQuota,
    minute_limit: key.minuteLimit,
  };
}
