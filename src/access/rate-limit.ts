import { Elysia } from "elysia";
import type { Admission, Admissions, Allowance } from "../../db/admission/port.ts";
import type { KeyGrant } from "../../db/keys/stored-key.ts";
import { StoreAway } from "../../db/postgres/circuit.ts";
import type { Database } from "../../db/postgres/database.ts";
import { step } from "../../db/tracing/span.ts";
import { wellFormed } from "../http/connections.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { REFUSAL_STATUSES } from "../http/errors/statuses.ts";
import { type Covered, type Exchange, exchangeOf } from "../http/exchange.ts";
import { type AuthDeps, authenticated } from "./api-key.ts";

export interface LimitDeps extends AuthDeps {
  readonly database: Database;
  readonly admissions: Admissions;
}

/** Requires a key, then counts and charges the request once parameters are valid; one with a body is counted first. */
export const admitted = (deps: LimitDeps) => gate("limits", deps, {});

/** `admitted` for semantic search, which a plan may leave out: checked before the parameters. */
export const admittedToSemantic = (deps: LimitDeps) =>
  gate("semanticLimits", deps, { judgePlan: demandSemantic });

/** `admitted` for routes that count against the minute limit, but are never charged, nor refused by a used-up quota. */
export const admittedForFree = (deps: LimitDeps) =>
  gate("freeLimits", deps, { isChargeable: false, covers: null });

interface Terms {
  readonly judgePlan?: (exchange: Exchange) => void;
  readonly isChargeable?: boolean;
  /** Null for answers that don't depend on the corpus. */
  readonly covers?: Covered | null;
}

const gate = (
  name: string,
  deps: LimitDeps,
  { judgePlan = () => {}, isChargeable = true, covers = "corpus" }: Terms,
) =>
  new Elysia({ name })
    .use(authenticated(deps))
    .onTransform({ as: "scoped" }, async ({ request }) => {
      const exchange = exchangeOf(request);
      if (request.method === "POST")
        await step("admission", {}, () => count(deps.admissions, exchange, request.signal));
      judgePlan(exchange);
    })
    .use(wellFormed)
    .onBeforeHandle({ as: "scoped" }, async ({ request }) => {
      const exchange = exchangeOf(request);
      await step("admission", {}, () => admit(deps.admissions, exchange, isChargeable, request.signal));
      exchange.covers = covers;
    })
    .as("scoped");

/** @throws {ApiError} `semantic_not_allowed` */
function demandSemantic({ grant }: Exchange): void {
  if (grant !== null && !grant.semantic) throw new ApiError("semantic_not_allowed", { plan: grant.plan });
}

/** Counts a request before anything else is known of it, unless the store is away. @throws {ApiError} `rate_limited` */
async function count(admissions: Admissions, exchange: Exchange, signal: AbortSignal): Promise<void> {
  const { grant } = exchange;
  if (grant === null || exchange.counted !== null) return;
  try {
    exchange.counted = await admissions.admit(allowanceOf(grant), false, signal);
  } catch (error) {
    if (error instanceof StoreAway) return;
    throw error;
  }
  if (exchange.counted.outcome === "accepted") return;
  exchange.admission = exchange.counted;
  demandAccepted(exchange.counted);
}

/**
 * Counts the request of an authenticated exchange, unless it was counted already, and charges it when it is chargeable.
 * @param signal of the request: nothing is counted once its client has left.
 * @throws {ApiError} `rate_limited` or `quota_exceeded`.
 * @throws {RequestAborted}
 */
export async function admit(
  admissions: Admissions,
  exchange: Exchange,
  isChargeable: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const { grant, counted } = exchange;
  if (grant === null || exchange.admission !== null) return;
  const allowance = allowanceOf(grant);
  const decide = () =>
    counted === null
      ? admissions.admit(allowance, isChargeable, signal)
      : admissions.charge(allowance, counted);
  try {
    exchange.admission = counted !== null && !isChargeable ? counted : await decide();
  } catch (error) {
    if (!isChargeable) throw error;
    exchange.admission = recalled(admissions, exchange, allowance, error);
  }
  demandAccepted(exchange.admission);
}

function allowanceOf({ accountId: keyId, minuteLimit, monthlyQuota }: KeyGrant): Allowance {
  return { keyId, minuteLimit, monthlyQuota };
}

/** @throws {ApiError} `rate_limited` or `quota_exceeded` */
function demandAccepted({ outcome, at, minuteLimit, monthlyQuota }: Admission): void {
  if (outcome === "rate_limited") throw new ApiError("rate_limited", { limit: String(minuteLimit) });
  if (outcome === "quota_exceeded") {
    const reset = monthEnd(at).toISOString().slice(0, 10);
    throw new ApiError("quota_exceeded", { quota: String(monthlyQuota), reset });
  }
}

/** The admission without the store of a request whose answer may be in memory. @throws the refusal, otherwise. */
function recalled(
  admissions: Admissions,
  exchange: Exchange,
  allowance: Allowance,
  refusal: unknown,
): Admission {
  const isPossible = refusal instanceof StoreAway && exchange.isKeepable;
  const admission = isPossible ? admissions.recall(allowance, refusal) : null;
  if (!isPossible || admission === null) throw refusal;
  exchange.away = refusal;
  return admission;
}

/** Refunds what the exchange was charged; for 304 and 5xx. */
export async function refund(admissions: Admissions, exchange: Exchange): Promise<void> {
  const { grant, admission } = exchange;
  if (grant === null || admission === null || !admission.isCharged) return;
  await admissions.refund({ keyId: grant.accountId, at: admission.at });
  const monthRemaining = admission.monthRemaining === null ? null : admission.monthRemaining + 1;
  exchange.admission = {
    ...admission,
    isCharged: false,
    monthUsed: admission.monthUsed - 1,
    monthRemaining,
  };
}

type Limits = Pick<Admission, "at" | "minuteLimit" | "minuteRemaining" | "monthlyQuota" | "monthRemaining"> &
  Partial<Pick<Admission, "outcome">>;

/** draft-ietf-httpapi-ratelimit-headers (r = remaining, t = seconds to the reset) and the older trio for the minute. */
export function limitHeaders(limits: Limits): Record<string, string> {
  const { at, minuteLimit, minuteRemaining, monthlyQuota, monthRemaining, outcome } = limits;
  const minuteReset =
    outcome === "rate_limited"
      ? REFUSAL_STATUSES[429].retryAfterSeconds
      : Math.ceil((minuteEnd(at).getTime() - at.getTime()) / 1000);
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

/** First instant of the next clock minute, UTC. */
export function minuteEnd(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS + 1) * MINUTE_MS);
}

/** First instant of the next month, UTC. */
export function monthEnd(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

const MINUTE_MS = 60_000;
