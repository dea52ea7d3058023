import type { Database } from "../postgres/database.ts";
import { columnsOf } from "../postgres/statements.ts";
import { plans } from "../schema/keys.ts";

/** What the keys of a plan may do, unless a key has terms of its own. */
type Plan = typeof plans.$inferSelect;

/** The plans, the smallest first. */
export async function readPlanTerms({ $client: sql }: Database): Promise<Plan[]> {
  return await sql<Plan[]>`select ${columnsOf(sql, plans)} from plans order by minute_limit`;
}

/** Codes of the plans that a key may have, the smallest first. */
export async function readPlans(database: Database): Promise<string[]> {
  return (await readPlanTerms(database)).map(({ code }) => code);
}
