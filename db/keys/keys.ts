import { isPrintable } from "../../bofip/text/characters.ts";
import { OperatorFault } from "../../config/operator-fault.ts";
import type { Database } from "../postgres/database.ts";
import { columnsOf, type Piece, type Statements, underLock } from "../postgres/statements.ts";
import { plans } from "../schema/keys.ts";
import { generateKey, hashKey, visibleStartOf } from "./stored-key.ts";

/** A key as operators see it. */
export interface KeySummary extends KeyTerms {
  readonly visibleStart: string;
  /** The visible start of the first key of its account: often its own. */
  readonly account: string;
  readonly name: string;
  readonly plan: string;
  readonly createdAt: Date;
  /** In the future for a key that was replaced. */
  readonly revokedAt: Date | null;
  /** Clock minute of the last counted request of its account; null before the first. */
  readonly lastUsedAt: Date | null;
}

/** What a key may override in its plan. */
export interface KeyTerms {
  /** First instant at which the key is refused, or null. */
  readonly expiresAt: Date | null;
  /** Charged answers a month in place of the plan's; null = the plan's. */
  readonly monthlyQuota: number | null;
  /** Requests a minute in place of the plan's; null = the plan's. */
  readonly minuteLimit: number | null;
}

export interface KeyRequest extends Partial<KeyTerms> {
  /** 1 to 100 characters once trimmed. */
  readonly name: string;
  /** Code of a plan of the store. */
  readonly plan: string;
}

/** The fields to change; the others stay. */
export interface KeyChange extends Partial<KeyTerms> {
  readonly plan?: string;
}

/** The only time that the key itself is known. */
export interface CreatedKey {
  readonly key: string;
  readonly visibleStart: string;
  readonly plan: string;
}

export class UnknownPlan extends OperatorFault {
  override readonly name = "UnknownPlan";

  constructor(
    readonly plan: string,
    readonly validPlans: readonly string[],
  ) {
    super(
      `Le champ « plan » nomme une formule qui n'existe pas (« ${plan} ») ; formules possibles : ${validPlans.join(", ")}.`,
    );
  }
}

export class InvalidKeyName extends OperatorFault {
  override readonly name = "InvalidKeyName";

  constructor() {
    super(
      `Le champ « name », le nom d'une clé, compte de 1 à ${MAX_NAME_LENGTH} caractères, sans caractère de contrôle ni de mise en forme, que l'on ne voit pas.`,
    );
  }
}

const MAX_NAME_LENGTH = 100;

/**
 * Creates an account with its first key, whose hash is stored.
 * @param now date of creation; the database's clock by default.
 * @throws {InvalidKeyName}
 * @throws {UnknownPlan}
 */
export async function createKey(
  database: Database,
  request: KeyRequest,
  now: Date | null = null,
): Promise<CreatedKey> {
  const name = readKeyName(request.name);
  await requirePlan(database, request.plan);
  const key = generateKey();
  const visibleStart = visibleStartOf(key);
  const { plan, expiresAt = null, monthlyQuota = null, minuteLimit = null } = request;
  await database.$client`
    insert into api_keys (name, plan, visible_start, hash, created_at, expires_at, monthly_quota, minute_limit)
    values (${name}, ${plan}, ${visibleStart}, ${hashKey(key)}, coalesce(${now}, now()), ${expiresAt}, ${monthlyQuota},
      ${minuteLimit})`;
  return { key, visibleStart, plan };
}

/** The name, trimmed. @throws {InvalidKeyName} */
export function readKeyName(written: string): string {
  const name = written.trim();
  if (name === "" || [...name].length > MAX_NAME_LENGTH || !isPrintable(name)) throw new InvalidKeyName();
  return name;
}

/** @throws {UnknownPlan} unless the store has a plan of that code. */
export async function requirePlan(database: Database, plan: string): Promise<void> {
  const codes = (await readPlans(database)).toSorted();
  if (!codes.includes(plan)) throw new UnknownPlan(plan, codes);
}

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

/** Every key, revoked ones included, oldest first. */
export async function listKeys({ $client: sql }: Database): Promise<KeySummary[]> {
  return await sql<KeySummary[]>`${summaries(sql)} order by k.id`;
}

/**
 * Revokes a key and the others of its account, for good; those already revoked keep their date.
 * @param now date of revocation; the database's clock by default.
 * @returns the key, or null when none has this visible start.
 */
export async function revokeKey(
  database: Database,
  visibleStart: string,
  now: Date | null = null,
): Promise<KeySummary | null> {
  await changeAccount(
    database,
    visibleStart,
    (statement) => statement`
      update api_keys
      set revoked_at = least(revoked_at, coalesce(${now}, clock_timestamp()))
      where coalesce(account_id, id) = ${accountOf(statement, visibleStart)}`,
  );
  return findSummary(database, visibleStart);
}

/**
 * Changes the plan or the terms of a key, and of the others of its account.
 * @param change one field at least.
 * @returns the key, or null when none has this visible start.
 * @throws {UnknownPlan}
 */
export async function changeKey(
  database: Database,
  visibleStart: string,
  change: KeyChange,
): Promise<KeySummary | null> {
  if (change.plan !== undefined) await requirePlan(database, change.plan);
  await changeAccount(
    database,
    visibleStart,
    (statement) => statement`
      update api_keys set ${statement(changedColumns(change))}
      where coalesce(account_id, id) = ${accountOf(statement, visibleStart)}`,
  );
  return findSummary(database, visibleStart);
}

function changedColumns({ plan, expiresAt, monthlyQuota, minuteLimit }: KeyChange) {
  return {
    ...(plan !== undefined && { plan }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(monthlyQuota !== undefined && { monthly_quota: monthlyQuota }),
    ...(minuteLimit !== undefined && { minute_limit: minuteLimit }),
  };
}

/**
 * Changes the keys of an account by one statement, and returns its first row. Every change locks the row of the account
 * (its first key) before anything else: the statement sees all that the previous changes did, and no two changes wait
 * for each other. It must tell the time by `clock_timestamp()`, as `now()` is from before the lock. Admissions only
 * refer to that row, and do not wait for it.
 * @param visibleStart of any of its keys.
 */
export async function changeAccount<Row>(
  database: Database,
  visibleStart: string,
  change: (statement: Statements) => Promise<readonly Row[]>,
): Promise<Row | undefined> {
  const rows = await underLock(
    database,
    (statement) =>
      statement`select from api_keys where id = ${accountOf(statement, visibleStart)} for no key update`,
    change,
  );
  return rows[0];
}

function accountOf(statement: Statements, visibleStart: string) {
  return statement`(select coalesce(account_id, id) from api_keys where visible_start = ${visibleStart})`;
}

/** Whether the store has a key, revoked or not. */
export async function hasAnyKey({ $client: sql }: Database): Promise<boolean> {
  const found = await sql`select from api_keys limit 1`;
  return found.length > 0;
}

async function findSummary({ $client: sql }: Database, visibleStart: string): Promise<KeySummary | null> {
  const [key] = await sql<KeySummary[]>`${summaries(sql)} where k.visible_start = ${visibleStart}`;
  return key ?? null;
}

/** The last use comes from the account's sliding window: nothing more is written for it. */
function summaries(sql: Statements): Piece {
  return sql`
    select k.visible_start as "visibleStart", coalesce(account.visible_start, k.visible_start) as account, k.name, k.plan,
      k.created_at as "createdAt", k.revoked_at as "revokedAt", k.expires_at as "expiresAt",
      k.monthly_quota as "monthlyQuota", k.minute_limit as "minuteLimit", w.minute as "lastUsedAt"
    from api_keys k left join api_keys account on account.id = k.account_id
      left join key_windows w on w.key_id = coalesce(k.account_id, k.id)`;
}
