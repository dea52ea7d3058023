import type { ImportSummary } from "../../db/keys/transfer.ts";
import type { KeyExport } from "../../db/keys/transfer-format.ts";
import type { Usage } from "../../db/keys/usage.ts";
import type { AdminKeyChange, AdminKeyRequest, createAdminKey, KeyView } from "../services/admin-keys.ts";

/**
 * What operators do with keys, in the words of the admin routes (operations contract). Two things can do it:
 * an open store (`store.ts`), and the service that owns the store, through its control socket (`socket.ts`).
 * Every refusal (unknown key, plan…) rejects with a message for the operator: `KeyRefusal`, or `ApiError`.
 */
export interface KeyAdmin {
  create(request: AdminKeyRequest): ReturnType<typeof createAdminKey>;
  list(): Promise<readonly KeyView[]>;
  change(visibleStart: string, change: AdminKeyChange): Promise<KeyView>;
  revoke(visibleStart: string): Promise<KeyView>;
  usage(visibleStart: string): Promise<Usage>;
  export(): Promise<KeyExport>;
  import(document: KeyExport): Promise<ImportSummary>;
}

/** A command on keys that can't be done; the message, in French, says why. */
export class KeyRefusal extends Error {
  override readonly name = "KeyRefusal";
}
