import { type Static, Type as t } from "@sinclair/typebox";
import { Instant, Nullable } from "../responses.ts";

/** Answer of /v1/health. */
export const Health = t.Object({
  status: t.Literal("ok"),
  timestamp: Instant,
  service: t.String(),
  version: t.String(),
});

/** Answer of /v1/stats: the corpus in numbers. */
export const Statistics = t.Object({
  total_documents: t.Integer({ description: "Documents en vigueur." }),
  total_versions: t.Integer(),
  total_actualites: t.Integer(),
  domaines: t.Array(t.Object({ code: t.String(), titre: t.String(), documents: t.Integer() })),
  last_import: Nullable(Instant),
});

/** The state of one backing component. */
const Check = t.Object({
  ok: t.Boolean(),
  component: t.String({ description: "Ce que désigne le nom court." }),
  latency_ms: t.Number(),
  detail: t.Optional(t.String({ description: "Ce qui ne va pas, ou qu'il faut savoir." })),
});

/** Answer of /v1/status. */
export const Status = t.Object({
  status: t.Union([t.Literal("operational"), t.Literal("degraded")]),
  timestamp: Instant,
  version: t.String(),
  checks: t.Object({ d1: Check, kv: Check, r2: Check, vectorize: Check, search: Check, ingestion: Check }),
});

export type Statistics = Static<typeof Statistics>;
export type Check = Static<typeof Check>;
export type Status = Static<typeof Status>;
