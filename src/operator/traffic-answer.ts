import { type Static, Type as t } from "@sinclair/typebox";
import { Instant, List, Nullable } from "../schemas/responses.ts";

const figures = {
  requetes: t.Integer(),
  /** 401, 402, 403 and 429. */
  refus: t.Integer(),
  /** 5xx. */
  erreurs: t.Integer(),
  /** Milliseconds within which 95 answers out of 100 left; null without any. */
  p95_ms: Nullable(t.Number()),
};

const TrafficView = t.Object(figures);
const PeriodView = t.Object({ debut: Instant, ...figures });

/** Answer of /admin/traffic: what the service answered, supervision and the operator's own pages left out. */
export const ServiceTraffic = t.Object({
  heure: t.Object({ ...figures, par_minute: List(PeriodView) }),
  trente_jours: t.Object({ ...figures, par_jour: List(PeriodView) }),
});

export type TrafficView = Static<typeof TrafficView>;
export type PeriodView = Static<typeof PeriodView>;
export type ServiceTraffic = Static<typeof ServiceTraffic>;
