import { exportKeys, importKeys } from "../../db/keys/transfer.ts";
import type { Database } from "../../db/postgres/database.ts";
import { ApiError } from "../http/errors/api-error.ts";
import {
  changeAdminKey,
  createAdminKey,
  listAdminKeys,
  readAdminUsage,
  revokeAdminKey,
} from "../operator/keys.ts";
import { type KeyAdmin, KeyRefusal } from "./admin.ts";

/** Administers the keys of an open store, with the functions of the admin routes. */
export function storeKeyAdmin(database: Database): KeyAdmin {
  return {
    create: (request) => refusing(createAdminKey(database, request)),
    list: async () => (await listAdminKeys(database)).keys,
    change: (visibleStart, change) => refusing(changeAdminKey(database, visibleStart, change)),
    revoke: (visibleStart) => refusing(revokeAdminKey(database, visibleStart)),
    usage: (visibleStart) => refusing(readAdminUsage(database, visibleStart)),
    export: () => exportKeys(database),
    import: (document) => importKeys(database, document),
  };
}

/** Those functions refuse API callers with an `ApiError`: here the caller is the operator. */
async function refusing<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ApiError ? new KeyRefusal(error.message, { cause: error }) : error;
  }
}
