import { exportKeys, importKeys } from "../../db/keys/transfer.ts";
import type { Database } from "../../db/postgres/database.ts";
import {
  changeAdminKey,
  createAdminKey,
  listAdminKeys,
  readAdminUsage,
  revokeAdminKey,
} from "../services/admin-keys.ts";
import type { KeyAdmin } from "./admin.ts";

/** Administers the keys of an open store, by the functions of the admin routes. */
export function storeKeyAdmin(database: Database): KeyAdmin {
  return {
    create: (request) => createAdminKey(database, request),
    list: async () => (await listAdminKeys(database)).keys,
    change: (visibleStart, change) => changeAdminKey(database, visibleStart, change),
    revoke: (visibleStart) => revokeAdminKey(database, visibleStart),
    usage: (visibleStart) => readAdminUsage(database, visibleStart),
    export: () => exportKeys(database),
    import: (document) => importKeys(database, document),
  };
}
