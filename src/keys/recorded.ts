import type { RecordCommandAct } from "../../db/engine/operator-acts.ts";
import type { KeyAdmin } from "./admin.ts";

/** The same administration, where each act that succeeds leaves its line, as it does on the admin routes. */
export function recordedKeyAdmin(admin: KeyAdmin, record: RecordCommandAct): KeyAdmin {
  return {
    ...admin,
    async create(request) {
      const created = await admin.create(request);
      record("key created", { ...request, key: created.visible_start });
      return created;
    },
    async change(visibleStart, change) {
      const changed = await admin.change(visibleStart, change);
      record("key changed", { key: changed.visible_start, change });
      return changed;
    },
    async revoke(visibleStart) {
      const revoked = await admin.revoke(visibleStart);
      record("key revoked", { key: revoked.visible_start });
      return revoked;
    },
    async import(document) {
      const summary = await admin.import(document);
      record("keys imported", summary);
      return summary;
    },
  };
}
