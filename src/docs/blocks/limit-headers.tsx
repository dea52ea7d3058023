import { readPlanTerms } from "../../../db/keys/plans.ts";
import { limitHeaders } from "../../access/rate-limit.ts";
import { Code } from "../code.tsx";
import type { DocContext } from "../context.ts";

/** An instant of the example: 29 seconds into a minute, ten days before the end of a month. */
const EXAMPLE_INSTANT = new Date("2026-11-20T23:59:29Z");

/** The headers of an answer to a key of the first plan, as the code writes them. */
export async function limitHeadersBlock({ database }: DocContext) {
  const [plan] = await readPlanTerms(database);
  if (plan === undefined) throw new Error("the store holds no plan");
  const headers = limitHeaders({
    at: EXAMPLE_INSTANT,
    minuteLimit: plan.minuteLimit,
    minuteRemaining: plan.minuteLimit - 1,
    monthlyQuota: plan.monthlyQuota,
    monthRemaining: plan.monthlyQuota === null ? null : plan.monthlyQuota - 126,
  });
  const lines = Object.entries(headers).map(([name, value]) => `${headerName(name)}: ${value}`);
  return <Code label={`En-têtes, formule ${plan.code}`}>{lines.join("\n")}</Code>;
}

/** `x-ratelimit-limit` as it is usually written; header names are the same in any case. */
function headerName(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (found) => found.toUpperCase()).replaceAll("Ratelimit", "RateLimit");
}
