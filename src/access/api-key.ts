import { Elysia } from "elysia";
import { LRUCache } from "lru-cache";
import { RefreshedValue, type RefreshObserver, UNOBSERVED } from "../../db/engine/refreshed-value.ts";
import {
  findStoredKey,
  isInTerm,
  isWellFormedKey,
  type KeyGrant,
  opens,
  readLiveStarts,
  type StoredKey,
  visibleStartOf,
} from "../../db/keys/stored-key.ts";
import { StoreAway, StoreCircuit } from "../../db/postgres/circuit.ts";
import { type Database, pingStore } from "../../db/postgres/database.ts";
import type { ClientAddress } from "../http/connections.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { exchangeOf } from "../http/exchange.ts";
import { TimedCache } from "../http/response/kept-bodies.ts";
import { AttemptLimiter, refusalOfAttempt } from "./attempt-limiter.ts";

/** Half of the minute within which a revocation must take effect (contract, « Authentication », 3). */
const KEY_LIFETIME_MS = 30_000;
/** Readers do not wait for a refresh: one that is slow does not mean that the store is away. */
const REFRESH_LIMIT_MS = 60_000;
const MAX_CACHED_KEYS = 10_000;
/** Look-ups a second, per process, of keys that are not listed yet: many times what operators create. */
const MAX_LOOKUPS_A_SECOND = 20;

interface KeyRingOptions {
  /** Called on each look-up, with whether the cache had the key. */
  readonly onLookup?: (isHit: boolean) => void;
  readonly observer?: RefreshObserver;
  /** The store's, shared with its admissions. */
  readonly circuit?: StoreCircuit;
  readonly lifetimeMs?: number;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

/**
 * Caches for 30 seconds which visible starts belong to keys, and which keys exist: a revocation or a change of plan
 * takes effect within that time. An unknown key costs the store a few look-ups a second at most. While the store is
 * away, a key is as last read, unless known to be revoked since; its admission decides for how long.
 */
export class KeyRing {
  private readonly stored: TimedCache<string, StoredKey | null>;
  /** Visible starts of the keys not revoked; an unavailable store is reported when a key is looked up. */
  private readonly live: RefreshedValue<ReadonlySet<string>>;
  /** Starts that the store did not have, since the last refresh of `live`. */
  private readonly absent = new Set<string>();
  private readonly lookups: AttemptLimiter;
  private readonly onLookup: (isHit: boolean) => void;
  private readonly circuit: StoreCircuit;
  /** Each key as it was last read. */
  private readonly lastRead = new LRUCache<string, StoredKey>({ max: MAX_CACHED_KEYS });

  constructor(
    private readonly database: Database,
    private readonly clock: () => Date,
    options: KeyRingOptions = {},
  ) {
    const { onLookup = () => {}, observer = UNOBSERVED } = options;
    const { lifetimeMs = KEY_LIFETIME_MS, nowMs = () => performance.now() } = options;
    this.onLookup = onLookup;
    this.circuit = options.circuit ?? new StoreCircuit(() => pingStore(database));
    this.stored = new TimedCache(lifetimeMs, MAX_CACHED_KEYS, nowMs, onLookup);
    const read = () => this.readStarts();
    this.live = new RefreshedValue("keys", read, { lifetimeMs: lifetimeMs / 2, nowMs, observer });
    this.lookups = new AttemptLimiter(MAX_LOOKUPS_A_SECOND, nowMs, 1000);
  }

  /** What a key may do; null when malformed, unknown, revoked or expired. @throws {ApiError} `too_many_unknown_keys` */
  async find(key: string): Promise<KeyGrant | null> {
    return (await this.findStored(key))?.grant ?? null;
  }

  /** `find`, with the hash that sessions of its account are signed by. @throws {ApiError} as `find` does */
  async findStored(key: string): Promise<StoredKey | null> {
    if (!isWellFormedKey(key)) return null;
    const stored = await this.storedAt(visibleStartOf(key));
    return stored !== null && opens(stored, key, this.clock()) ? stored : null;
  }

  /** The valid key of a visible start, which the caller must prove to have; or null. @throws {ApiError} as `find` does */
  async findByStart(start: string): Promise<StoredKey | null> {
    const stored = await this.storedAt(start);
    return stored !== null && isInTerm(stored, this.clock()) ? stored : null;
  }

  /** Rereads the live starts, so that new keys need no look-up of their own. */
  async refresh(): Promise<void> {
    await this.live.refresh();
  }

  private async readStarts(): Promise<ReadonlySet<string>> {
    try {
      return new Set(await this.circuit.call(() => readLiveStarts(this.database), REFRESH_LIMIT_MS));
    } finally {
      this.absent.clear();
    }
  }

  private async storedAt(start: string): Promise<StoredKey | null> {
    const live = await this.live.get();
    if (this.absent.has(start)) {
      this.onLookup(true);
      return null;
    }
    const stored = await this.stored
      .get(start, () => this.lookUp(start, live.has(start)))
      .catch((error: unknown) => this.recall(start, live, error));
    if (stored !== null) return stored;
    this.absent.add(start);
    this.stored.forget(start);
    return null;
  }

  private recall(start: string, live: ReadonlySet<string>, error: unknown): StoredKey {
    const known = error instanceof StoreAway && live.has(start) ? this.lastRead.get(start) : undefined;
    if (known === undefined) throw error;
    return known;
  }

  private async lookUp(start: string, isLive: boolean): Promise<StoredKey | null> {
    if (!isLive) {
      if (this.lookups.isBlocked(EVERYONE)) throw new ApiError("too_many_unknown_keys");
      this.lookups.record(EVERYONE);
    }
    const stored = await this.circuit.call(() => findStoredKey(this.database, start));
    if (stored === null) this.lastRead.delete(start);
    else this.lastRead.set(start, stored);
    // Keys are often created several at a time: this makes the others known without a look-up.
    if (stored !== null && !isLive) this.live.refreshBehind();
    return stored;
  }
}

/** One counter for the look-ups of all callers. */
const EVERYONE = "*";

export interface AuthDeps {
  readonly keys: KeyRing;
  readonly attempts: AttemptLimiter;
  readonly clientAddress: ClientAddress;
}

/** Requires a key before parameters are validated: a bad request without one is 401 (docs/decisions.md). */
export const authenticated = (deps: AuthDeps) =>
  new Elysia({ name: "auth" }).onTransform({ as: "scoped" }, async ({ request, server }) => {
    const exchange = exchangeOf(request);
    const address = () => exchange.clientAddress ?? deps.clientAddress(request, server);
    const key = request.headers.get("x-api-key");
    if (key === null && BEARER.test(request.headers.get("authorization") ?? ""))
      throw new ApiError("misplaced_api_key");
    exchange.grant = await authenticate(deps, key, address);
  });

/** Many other services, and MCP servers, expect a key in this header. */
const BEARER = /^Bearer +\S/i;

/** The key of a request: MCP clients send tokens as `Authorization: Bearer`; the API's own header comes first. */
export function presentedKey(headers: Headers): string | null {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return headers.get("x-api-key") ?? bearer ?? null;
}

/** Whether a request has an accepted key. Never throws: what can't be told is no. */
export async function isFromHolder(keys: KeyRing, { headers }: Request): Promise<boolean> {
  const found = keys.find(presentedKey(headers)?.trim() ?? "").catch(() => null);
  return (await found) !== null;
}

/** Grant of a presented key; `address`, costly, is read for wrong ones. @throws {ApiError} as `authenticateStored` */
export async function authenticate(
  deps: Pick<AuthDeps, "keys" | "attempts">,
  key: string | null,
  address: () => string | null,
): Promise<KeyGrant> {
  return (await authenticateStored(deps, key, address)).grant;
}

/**
 * Returns a presented key as it is stored.
 * @throws {ApiError} `missing_api_key`, `invalid_api_key` (the same for unknown, malformed, revoked and expired
 * keys), or `too_many_attempts` instead for an address that presented too many wrong ones.
 */
export async function authenticateStored(
  { keys, attempts }: Pick<AuthDeps, "keys" | "attempts">,
  key: string | null,
  address: () => string | null,
): Promise<StoredKey> {
  if (key === null || key.trim() === "") throw new ApiError("missing_api_key");
  const stored = await keys.findStored(key.trim());
  if (stored !== null) return stored;
  throw refusalOfAttempt(attempts, address(), new ApiError("invalid_api_key"));
}
