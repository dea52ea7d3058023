import type { Database } from "../../db/client.ts";
import {
  createKey,
  InvalidKeyName,
  type KeySummary,
  listKeys,
  revokeKey,
  UnknownPlan,
} from "../../db/keys.ts";
import { readUsage, type Usage } from "../../db/usage.ts";
import { ApiError } from "../errors.ts";

/** A key as the admin routes list it (operations contract). */
export interface KeyView {
  readonly visible_start: string;
  readonly name: string;
  readonly plan: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** @throws {ApiError} `invalid_parameter` for an unknown plan or an unusable name. */
export async function createAdminKey(
  database: Database,
  request: { readonly name: string; readonly plan: string },
) {
  try {
    const { key, visibleStart, plan } = await createKey(database, request);
    return { key, visible_start: visibleStart, plan };
  } catch (error) {
    if (error instanceof UnknownPlan || error instanceof InvalidKeyName) {
      throw new ApiError("invalid_parameter", { reason: error.message });
    }
    throw error;
  }
}

export async function listAdminKeys(database: Database): Promise<{ readonly keys: readonly KeyView[] }> {
  return { keys: (await listKeys(database)).map(viewKey) };
}

/** @throws {ApiError} `unknown_key` */
export async function revokeAdminKey(database: Database, visibleStart: string): Promise<KeyView> {
  const key = await revokeKey(database, visibleStart);
  if (key === null) throw new ApiError("unknown_key", { visible_start: visibleStart });
  return viewKey(key);
}

/** @throws {ApiError} `unknown_key` */
export async function readAdminUsage(database: Database, visibleStart: string): Promise<Usage> {
  const usage = await readUsage(database, visibleStart);
  if (usage === null) throw new ApiError("unknown_key", { visible_start: visibleStart });
  return usage;
}

function viewKey({ visibleStart, name, plan, createdAt, revokedAt }: KeySummary): KeyView {
  return {
    visible_start: visibleStart,
    name,
    plan,
    created_at: createdAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}
