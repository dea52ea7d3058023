import { type Static, Type as t } from "@sinclair/typebox";
import type { RecordAct } from "../../db/engine/operator-acts.ts";
import {
  changeKey,
  createKey,
  InvalidKeyName,
  type KeySummary,
  type KeyTerms,
  listKeys,
  revokeKey,
  UnknownPlan,
} from "../../db/keys/keys.ts";
import { readUsage } from "../../db/keys/usage.ts";
import type { Database } from "../../db/postgres/database.ts";
import { isStorable } from "../../db/postgres/statements.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { Day, Instant, List, Nullable } from "../schemas/responses.ts";

export interface AdminKeyRequest extends TermsRequest {
  readonly name: string;
  readonly plan: string;
}

/** The changes; absent fields are left unchanged. */
export interface AdminKeyChange extends TermsRequest {
  readonly plan?: string;
}

/** @throws {ApiError} `invalid_parameter` for an unknown plan, an unusable name or impossible terms. */
export async function createAdminKey(
  database: Database,
  record: RecordAct,
  request: AdminKeyRequest,
): Promise<CreatedKey> {
  const { name, plan, ...terms } = request;
  const created = await refusing(createKey(database, { name, plan, ...readTerms(terms) }));
  record("key created", { ...request, key: created.visibleStart });
  return { key: created.key, visible_start: created.visibleStart, plan: created.plan };
}

/** @throws {ApiError} `unknown_key`, or `invalid_parameter` for an unknown plan, impossible terms or nothing to change. */
export async function changeAdminKey(
  database: Database,
  record: RecordAct,
  visibleStart: string,
  asked: AdminKeyChange,
): Promise<KeyView> {
  const { plan, ...terms } = asked;
  const change = { ...(plan === undefined ? {} : { plan }), ...readTerms(terms) };
  if (Object.keys(change).length === 0)
    throw new ApiError("invalid_parameter", { reason: NOTHING_TO_CHANGE });
  requireStorable(visibleStart);
  const key = await refusing(changeKey(database, visibleStart, change));
  if (key === null) throw new ApiError("unknown_key", { visible_start: visibleStart });
  record("key changed", { key: key.visibleStart, change: asked });
  return viewKey(key);
}

const NOTHING_TO_CHANGE =
  "Il n'y a rien à changer : donnez l'un des champs « plan », « quota », « minute_limit » ou « expires_at ».";

/** Turns the store's refusal of a request into the caller's fault. */
async function refusing<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnknownPlan || error instanceof InvalidKeyName) {
      throw new ApiError("invalid_parameter", { reason: error.message });
    }
    throw error;
  }
}

export async function listAdminKeys(database: Database): Promise<KeyList> {
  return { keys: (await listKeys(database)).map(viewKey) };
}

/** @throws {ApiError} `unknown_key` */
export async function revokeAdminKey(
  database: Database,
  record: RecordAct,
  visibleStart: string,
): Promise<KeyView> {
  requireStorable(visibleStart);
  const key = await revokeKey(database, visibleStart);
  if (key === null) throw new ApiError("unknown_key", { visible_start: visibleStart });
  record("key revoked", { key: key.visibleStart });
  return viewKey(key);
}

/** @throws {ApiError} `unknown_key` */
export async function readAdminUsage(database: Database, visibleStart: string): Promise<KeyUsage> {
  requireStorable(visibleStart);
  const usage = await readUsage(database, visibleStart);
  if (usage === null) throw new ApiError("unknown_key", { visible_start: visibleStart });
  return usage;
}

/** Some texts can't be sent to the store at all. @throws {ApiError} `unknown_key` */
function requireStorable(visibleStart: string): void {
  if (!isStorable(visibleStart)) throw new ApiError("unknown_key", { visible_start: visibleStart });
}

function viewKey(key: KeySummary): KeyView {
  return {
    visible_start: key.visibleStart,
    account: key.account,
    name: key.name,
    plan: key.plan,
    created_at: key.createdAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    quota: key.monthlyQuota,
    minute_limit: key.minuteLimit,
  };
}

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
function readTerms(
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

/** Responses of /admin/keys. A null limit means the plan's default. */
export const KeyView = t.Object({
  visible_start: t.String(),
  account: t.String({ description: "Début de la première clé de son compte." }),
  name: t.String(),
  plan: t.String(),
  created_at: Instant,
  revoked_at: Nullable(Instant),
  last_used_at: Nullable(t.String({ format: "date-time", description: "Minute de la dernière requête." })),
  expires_at: Nullable(Instant),
  quota: Nullable(t.Integer()),
  minute_limit: Nullable(t.Integer()),
});

export const KeyList = t.Object({ keys: List(KeyView) });

/** The only response that contains the key itself. */
export const CreatedKey = t.Object({ key: t.String(), visible_start: t.String(), plan: t.String() });

/** Charged answers of a key in the current month (UTC); days without any are left out. */
export const KeyUsage = t.Object({
  visible_start: t.String(),
  name: t.String(),
  plan: t.String(),
  mois: t.String({ examples: ["2026-11"] }),
  utilise: t.Integer(),
  quota: Nullable(t.Integer()),
  par_jour: List(t.Object({ date: Day, utilise: t.Integer() })),
});

export type KeyView = Static<typeof KeyView>;
export type KeyList = Static<typeof KeyList>;
export type CreatedKey = Static<typeof CreatedKey>;
export type KeyUsage = Static<typeof KeyUsage>;
