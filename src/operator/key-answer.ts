import { type Static, Type as t } from "@sinclair/typebox";
import { Day, Instant, List, Nullable } from "../schemas/responses.ts";

/** Responses of /admin/keys. A null limit means the plan's default. */
export const KeyView = t.Object({
  visible_start: t.String(),
  account: t.String({ description: "Début de la première clé de son compte." }),
  name: t.String(),
  plan: t.String(),
  created_at: Instant,
  revoked_at: Nullable(Instant),
  last_used_at: Nullable(t.String({ format: "date-time", description: "Minute de la dernière requête." })),
  expires_at: Nullable(Instant),
  quota: Nullable(t.Integer()),
  minute_limit: Nullable(t.Integer()),
});

export const KeyList = t.Object({ keys: List(KeyView) });

/** The only response that contains the key itself. */
export const CreatedKey = t.Object({ key: t.String(), visible_start: t.String(), plan: t.String() });

/** Charged answers of a key in the current month (UTC); days without any are left out. */
export const KeyUsage = t.Object({
  visible_start: t.String(),
  name: t.String(),
  plan: t.String(),
  mois: t.String({ examples: ["2026-11"] }),
  utilise: t.Integer(),
  quota: Nullable(t.Integer()),
  par_jour: List(t.Object({ date: Day, utilise: t.Integer() })),
});

export type KeyView = Static<typeof KeyView>;
export type KeyList = Static<typeof KeyList>;
export type CreatedKey = Static<typeof CreatedKey>;
export type KeyUsage = Static<typeof KeyUsage>;
