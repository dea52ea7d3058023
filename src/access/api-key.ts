import { Elysia } from "elysia";
import { isWellFormedKey, visibleStartOf } from "../../db/keys/format.ts";
import { findStoredKey, type KeyGrant, opens, type StoredKey } from "../../db/keys/grant.ts";
import type { Database } from "../../db/postgres/client.ts";
import type { ClientAddress } from "../http/client-address.ts";
import { ApiError } from "../http/errors.ts";
import { exchangeOf } from "../http/exchange.ts";
import { TimedCache } from "../http/response/timed-cache.ts";
import type { AttemptLimiter } from "./attempt-limiter.ts";

/** Half of the minute that the contract gives a revocation to take effect (« Authentication », 3). */
const KEY_LIFETIME_MS = 30_000;
const MAX_CACHED_KEYS = 10_000;

/**
 * Keys as this process knows them: whether a visible start is that of a key, and which one, is remembered for 30
 * seconds. A revocation or a change of plan takes effect within that time.
 */
export class KeyRing {
  private readonly stored: TimedCache<string, StoredKey | null>;

  constructor(
    private readonly database: Database,
    private readonly clock: () => Date,
    onLookup: (isHit: boolean) => void = () => {},
    lifetimeMs = KEY_LIFETIME_MS,
  ) {
    this.stored = new TimedCache(lifetimeMs, MAX_CACHED_KEYS, undefined, onLookup);
  }

  /** What the key may do, or null when it is malformed, unknown, revoked or past its term. */
  async find(key: string): Promise<KeyGrant | null> {
    if (!isWellFormedKey(key)) return null;
    const start = visibleStartOf(key);
    const stored = await this.stored.get(start, () => findStoredKey(this.database, start));
    return stored !== null && opens(stored, key, this.clock()) ? stored.grant : null;
  }
}

export interface AuthDeps {
  readonly keys: KeyRing;
  readonly attempts: AttemptLimiter;
  readonly clientAddress: ClientAddress;
}

/**
 * Demands the key of the routes that use it, before their parameters are judged: a bad request without a key
 * is 401 (contract decisions, « Order of answers »).
 */
export const authenticated = (deps: AuthDeps) =>
  new Elysia({ name: "auth" }).onTransform({ as: "scoped" }, async ({ request, server }) => {
    const exchange = exchangeOf(request);
    const address = () => exchange.clientAddress ?? deps.clientAddress(request, server);
    exchange.grant = await authenticate(deps, request.headers.get("x-api-key"), address);
  });

/**
 * The grant of a presented key.
 * @param address of the client, worked out only while wrong keys are about: it costs more than the rest.
 * @throws {ApiError} `missing_api_key`, `invalid_api_key` (the same for unknown, malformed, revoked
 *   and expired keys), or
 *   `too_many_attempts` for an address that presented too many wrong ones.
 */
export async function authenticate(
  { keys, attempts }: Pick<AuthDeps, "keys" | "attempts">,
  key: string | null,
  address: () => string,
): Promise<KeyGrant> {
  if (key === null || key.trim() === "") throw new ApiError("missing_api_key");
  if (!attempts.isIdle() && attempts.isBlocked(address())) throw new ApiError("too_many_attempts");
  const grant = await keys.find(key.trim());
  if (grant !== null) return grant;
  attempts.record(address());
  throw new ApiError("invalid_api_key");
}
