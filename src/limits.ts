import { Elysia } from "elysia";
import { type Admission, admitRequest, refundRequest } from "../db/admission.ts";
import type { Database } from "../db/client.ts";
import { type AuthDeps, authenticated } from "./auth.ts";
import { ApiError } from "./errors.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { wellFormed } from "./well-formed.ts";

export interface LimitDeps extends AuthDeps {
  readonly database: Database;
}

/** Demands a key, then, once the parameters are judged good, counts and charges the request. */
export const admitted = (deps: LimitDeps) => gate("limits", deps, () => {});

/** The same for semantic search, which a plan may leave out: judged before the parameters. */
export const admittedToSemantic = (deps: LimitDeps) => gate("semanticLimits", deps, demandSemantic);

const gate = (name: string, deps: LimitDeps, judgePlan: (exchange: Exchange) => void) =>
  new Elysia({ name })
    .use(authenticated(deps))
    .onTransform({ as: "scoped" }, ({ request }) => judgePlan(exchangeOf(request)))
    .use(wellFormed)
    .onBeforeHandle({ as: "scoped" }, ({ request }) => admit(deps.database, exchangeOf(request), true))
    .as("scoped");

/** @throws {ApiError} `semantic_not_allowed` */
function demandSemantic({ grant }: Exchange): void {
  if (grant !== null && !grant.semantic) throw new ApiError("semantic_not_allowed", { plan: grant.plan });
}

/**
 * Counts the request of an authenticated exchange, and charges it when it is chargeable.
 * @throws {ApiError} `rate_limited` or `quota_exceeded`.
 */
export async function admit(database: Database, exchange: Exchange, isChargeable: boolean): Promise<void> {
  const { grant } = exchange;
  if (grant === null || exchange.admission !== null) return;
  const allowance = { keyId: grant.id, minuteLimit: grant.minuteLimit, monthlyQuota: grant.monthlyQuota };
  const admission = await admitRequest(database, allowance, isChargeable);
  exchange.admission = admission;
  if (admission.outcome === "rate_limited")
    throw new ApiError("rate_limited", { limit: String(grant.minuteLimit) });
  if (admission.outcome === "quota_exceeded") {
    const reset = monthEnd(admission.at).toISOString().slice(0, 10);
    throw new ApiError("quota_exceeded", { quota: String(grant.monthlyQuota), reset });
  }
}

/** Gives back what the exchange was charged; for 304 and 5xx. */
export async function refund(database: Database, exchange: Exchange): Promise<void> {
  const { grant, admission } = exchange;
  if (grant === null || admission === null || !admission.isCharged) return;
  await refundRequest(database, grant.id, admission.at);
  const monthRemaining = admission.monthRemaining === null ? null : admission.monthRemaining + 1;
  exchange.admission = { ...admission, isCharged: false, monthRemaining };
}

/**
 * What a caller is told of its limits: draft-ietf-httpapi-ratelimit-headers (r = remaining, t = seconds to the
 * reset) and the older trio for the minute.
 */
export function limitHeaders(admission: Admission): Record<string, string> {
  const { at, minuteLimit, minuteRemaining, monthlyQuota, monthRemaining } = admission;
  const minuteReset = 60 - at.getUTCSeconds();
  const monthReset = Math.ceil((monthEnd(at).getTime() - at.getTime()) / 1000);
  const month = monthlyQuota !== null && monthRemaining !== null;
  return {
    "ratelimit-policy": `"minute";q=${minuteLimit};w=60${month ? `, "mois";q=${monthlyQuota}` : ""}`,
    ratelimit: `"minute";r=${minuteRemaining};t=${minuteReset}${month ? `, "mois";r=${monthRemaining};t=${monthReset}` : ""}`,
    "x-ratelimit-limit": String(minuteLimit),
    "x-ratelimit-remaining": String(minuteRemaining),
    "x-ratelimit-reset": String(minuteReset),
  };
}

/** First instant of the next month, UTC. */
function monthEnd(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}
