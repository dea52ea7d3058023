import type { Database } from "../postgres/database.ts";
import { addMinutes } from "./periods.ts";
import { type AccountRefusals, addRefusals } from "./refusals.ts";
import type { PeriodTally } from "./tally.ts";

/** What one process answered, since it last wrote it. */
export interface Counted {
  readonly minutes: readonly PeriodTally[];
  readonly refusals: readonly AccountRefusals[];
}

/** Adds what one process counted to what the others did. */
export async function addTraffic(database: Database, counted: Counted, now: Date): Promise<void> {
  if (counted.minutes.length > 0) await addMinutes(database, counted.minutes, now);
  if (counted.refusals.length > 0) await addRefusals(database, counted.refusals, now);
}
