import { OperatorFault } from "../../config/operator-fault.ts";
import { VISIBLE_LENGTH } from "../../db/keys/format.ts";
import type { ImportSummary } from "../../db/keys/transfer.ts";
import type { KeyExport } from "../../db/keys/transfer-format.ts";
import type { AdminKeyChange, AdminKeyRequest, CreatedKey, KeyUsage, KeyView } from "../operator/keys.ts";

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
