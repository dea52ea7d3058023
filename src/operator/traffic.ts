import type { Database } from "../../db/postgres/database.ts";
import { readLastDays, readLastHour } from "../../db/traffic/periods.ts";
import { type PeriodTally, quantileOf, sumOf, type Tally } from "../../db/traffic/tally.ts";

import type { PeriodView, ServiceTraffic, TrafficView } from "./traffic-answer.ts";

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
