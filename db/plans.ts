import type { Database } from "./client.ts";
import { plans } from "./schema.ts";

/** Codes of the plans that a key may have, the smallest first. */
export async function readPlans(database: Database): Promise<string[]> {
  const rows = await database.select({ code: plans.code }).from(plans).orderBy(plans.minuteLimit);
  return rows.map(({ code }) => code);
}
