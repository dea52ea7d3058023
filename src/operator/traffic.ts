import { type Static, Type as t } from "@sinclair/typebox";
import {
  type PeriodTally,
  quantileOf,
  readLastDays,
  readLastHour,
  sumOf,
  type Tally,
} from "../../db/measures/traffic.ts";
import type { Database } from "../../db/postgres/database.ts";
import { Instant, List, Nullable } from "../schemas/responses.ts";

const SHARE = 0.95;

/** Requests, refusals, faults and times of the service: the last hour by minute, the last thirty days by day (UTC). */
export async function readServiceTraffic(database: Database, now: Date): Promise<ServiceTraffic> {
  const [minutes, days] = await Promise.all([readLastHour(database, now), readLastDays(database, now)]);
  return {
    heure: { ...view(sumOf(minutes)), par_minute: minutes.map(viewPeriod) },
    trente_jours: { ...view(sumOf(days)), par_jour: days.map(viewPeriod) },
  };
}

function viewPeriod(tally: PeriodTally): PeriodView {
  return { debut: tally.start.toISOString(), ...view(tally) };
}

function view({ requests, refusals, faults, durations }: Tally): TrafficView {
  const p95 = quantileOf(durations, SHARE);
  const rounded = p95 === null ? null : Math.round(p95 * 10) / 10;
  return { requetes: requests, refus: refusals, erreurs: faults, p95_ms: rounded };
}

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
