import type { KeyTerms } from "../../db/keys/keys.ts";
import { ApiError } from "../http/errors/api-error.ts";

/** The terms requested for a key beside its plan; null = the plan's value, or no expiry; absent = not given. */
export interface TermsRequest {
  /** Charged answers a month. */
  readonly quota?: number | null;
  readonly minute_limit?: number | null;
  /** `AAAA-MM-JJ`: the key is refused from that day on, at 00:00 UTC. Or an instant, ISO 8601 UTC. */
  readonly expires_at?: string | null;
}

/** More than any use, and far below the integer limit of the store. */
const MAX_QUOTA = 1_000_000_000;
const MAX_MINUTE_LIMIT = 1_000_000;
/** Older than any key: years of fewer than four digits are not stored faithfully. */
const EARLIEST_EXPIRY = "2000";
const EXPIRY = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;

/**
 * Validates the given terms.
 * @param now a key expires after it: a past date is a slip, because refusing a key at once is a revocation.
 * @throws {ApiError} `invalid_parameter`
 */
export function readTerms(
  { quota, minute_limit, expires_at }: TermsRequest,
  now: Date = new Date(),
): Partial<KeyTerms> {
  return {
    ...(quota !== undefined && { monthlyQuota: readCount("quota", quota, 0, MAX_QUOTA) }),
    ...(minute_limit !== undefined && {
      minuteLimit: readCount("minute_limit", minute_limit, 1, MAX_MINUTE_LIMIT),
    }),
    ...(expires_at !== undefined && { expiresAt: stillToCome(readExpiry(expires_at), now) }),
  };
}

function readCount(name: string, value: number | null, minimum: number, maximum: number): number | null {
  if (value === null || (Number.isInteger(value) && value >= minimum && value <= maximum)) return value;
  const reason = `Le champ « ${name} » doit être un entier de ${minimum} à ${maximum}.`;
  throw new ApiError("invalid_parameter", { reason });
}

function stillToCome(expiry: Date | null, now: Date): Date | null {
  if (expiry === null || expiry > now) return expiry;
  const written = expiry.toISOString().replace("T00:00:00.000Z", "");
  const reason = `« expires_at », ou --expire : cette date est passée (${written}). Donnez une date à venir, ou révoquez la clé.`;
  throw new ApiError("invalid_parameter", { reason });
}

function readExpiry(text: string | null): Date | null {
  if (text === null) return null;
  const instant = new Date(text);
  const exists = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text.slice(0, 10));
  if (EXPIRY.test(text) && exists && text >= EARLIEST_EXPIRY) return instant;
  const reason = `Le champ « expires_at » doit être une date AAAA-MM-JJ qui existe, à partir de ${EARLIEST_EXPIRY}, ou un instant AAAA-MM-JJTHH:MMZ.`;
  throw new ApiError("invalid_parameter", { reason });
}
