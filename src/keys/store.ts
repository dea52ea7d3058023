import { OperatorFault } from "../../config/operator-fault.ts";
import type { RecordAct } from "../../db/engine/operator-acts.ts";
import { VISIBLE_LENGTH } from "../../db/keys/stored-key.ts";
import { exportKeys, type ImportSummary, importKeys } from "../../db/keys/transfer.ts";
import type { KeyExport } from "../../db/keys/transfer-format.ts";
import type { Database } from "../../db/postgres/database.ts";
import { ApiError } from "../http/errors/api-error.ts";
import {
  type AdminKeyChange,
  type AdminKeyRequest,
  type CreatedKey,
  changeAdminKey,
  createAdminKey,
  type KeyUsage,
  type KeyView,
  listAdminKeys,
  readAdminUsage,
  revokeAdminKey,
} from "../operator/keys.ts";

/** Administers the keys of an open store, with the functions of the admin routes: each act that succeeds is recorded. */
export function storeKeyAdmin(database: Database, record: RecordAct): KeyAdmin {
  return {
    create: (request) => refusing(createAdminKey(database, record, request)),
    list: async () => (await listAdminKeys(database)).keys,
    change: (visibleStart, change) => refusing(changeAdminKey(database, record, visibleStart, change)),
    revoke: (visibleStart) => refusing(revokeAdminKey(database, record, visibleStart)),
    usage: (visibleStart) => refusing(readAdminUsage(database, visibleStart)),
    export: () => exportKeys(database),
    import: async (document) => {
      const summary = await importKeys(database, document);
      record("keys imported", summary);
      return summary;
    },
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

/**
 * What operators do with keys, with the names of the admin routes. Two implementations: an open store (`store.ts`),
 * and the service that owns the store, through its control socket. Every refusal (unknown key, plan…)
 * rejects with an `OperatorFault` whose message is for the operator.
 */
export interface KeyAdmin {
  create(request: AdminKeyRequest): Promise<CreatedKey>;
  list(): Promise<readonly KeyView[]>;
  change(visibleStart: string, change: AdminKeyChange): Promise<KeyView>;
  revoke(visibleStart: string): Promise<KeyView>;
  usage(visibleStart: string): Promise<KeyUsage>;
  export(): Promise<KeyExport>;
  import(document: KeyExport): Promise<ImportSummary>;
}

/** How many keys a refusal lists. */
const MAX_NAMED = 10;

/**
 * Checks that what an operator typed can only name one key: a prefix of the visible start may be shared.
 * @throws {KeyRefusal} naming the keys that start with it.
 */
export async function requireWholeStart(admin: KeyAdmin, typed: string): Promise<void> {
  if (typed.length >= VISIBLE_LENGTH) return;
  const starts = (await admin.list()).map((key) => key.visible_start).filter((one) => one.startsWith(typed));
  const [first] = starts;
  if (first === undefined) throw new KeyRefusal(`Aucune clé ne commence par « ${typed} ».`);
  const named = starts.slice(0, MAX_NAMED).join(", ");
  const others = starts.length > MAX_NAMED ? ` et ${starts.length - MAX_NAMED} autres` : "";
  const told =
    starts.length === 1
      ? `Une clé commence par « ${typed} » : ${first}`
      : `${starts.length} clés commencent par « ${typed} » : ${named}${others}`;
  throw new KeyRefusal(`${told}. Donnez les ${VISIBLE_LENGTH} premiers caractères de celle que vous voulez.`);
}

/** A command on keys that can't be done; the message, in French, explains why. */
export class KeyRefusal extends OperatorFault {
  override readonly name = "KeyRefusal";
}
