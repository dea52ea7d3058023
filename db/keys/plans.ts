import type { Database } from "../postgres/database.ts";
import { plans } from "../schema/keys.ts";

/** What the keys of a plan may do, unless a key has terms of its own. */
type Plan = typeof plans.$inferSelect;

/** The plans, the smallest first. */
export async function readPlanTerms(database: Database): Promise<Plan[]> {
  return await database.select().from(plans).orderBy(plans.minuteLimit);
}

/** Codes of the plans that a key may have, the smallest first. */
export async function readPlans(database: Database): Promise<string[]> {
  const rows = await database.select({ code: plans.code }).from(plans).orderBy(plans.minuteLimit);
  return rows.map(({ code }) => code);
}
