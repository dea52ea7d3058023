import type { Database } from "../postgres/database.ts";
import { type Statements, underLock } from "../postgres/statements.ts";
import { requirePlan } from "./keys.ts";
import type { KeyExport } from "./transfer-format.ts";

/** Result of an import; keys are identified by their hash. */
export interface ImportSummary {
  readonly added: number;
  readonly known: number;
}

/** All keys with their usage, as of one instant, oldest first. */
export async function exportKeys({ $client: sql }: Database): Promise<KeyExport> {
  const [row] = await sql<{ document: KeyExport }[]>`
    select json_build_object(
      'format', 1,
      'exported_at', to_char(now() at time zone 'UTC', ${ISO_INSTANT}),
      'keys', coalesce((select json_agg(json_build_object(
        'name', name,
        'plan', plan,
        'visible_start', visible_start,
        'hash', encode(hash, 'hex'),
        'created_at', to_char(created_at at time zone 'UTC', ${ISO_INSTANT}),
        'revoked_at', to_char(revoked_at at time zone 'UTC', ${ISO_INSTANT}),
        'expires_at', to_char(expires_at at time zone 'UTC', ${ISO_INSTANT}),
        'monthly_quota', monthly_quota,
        'minute_limit', minute_limit,
        'account', (select encode(account.hash, 'hex') from api_keys as account where account.id = key.account_id),
        'usage_months', coalesce(
          (select json_agg(json_build_object('month', month, 'used', used) order by month)
            from usage_months where key_id = id), '[]'),
        'usage_days', coalesce(
          (select json_agg(json_build_object('day', day, 'used', used) order by day)
            from usage_days where key_id = id), '[]')
      ) order by id) from api_keys as key), '[]')
    ) as document`;
  if (row === undefined) throw new Error("export: no row");
  return row.document;
}

/**
 * Merges exported keys, all of them or none. A known key keeps its name, account, plan and terms, the greater usage of
 * both sides, and the earlier revocation; one that is added to an account revoked here is revoked with it. Idempotent.
 * @throws {UnknownPlan} when a key has a plan missing from this store.
 */
export async function importKeys(database: Database, document: KeyExport): Promise<ImportSummary> {
  for (const plan of new Set(document.keys.map((key) => key.plan))) await requirePlan(database, plan);
  const keys = JSON.stringify(document.keys);
  const [summary] = await underLock(
    database,
    // As every change of an account does (`changeAccount`), in one order for two imports.
    (statement) => statement`
      select from api_keys where id in (
        select coalesce(account_id, api_keys.id) from api_keys
          join jsonb_to_recordset(${keys}::text::jsonb) as key(hash text) on decode(key.hash, 'hex') = api_keys.hash)
      order by id for no key update`,
    (statement) => mergeKeys(statement, keys),
  );
  if (summary === undefined) throw new Error("import: no row");
  return summary;
}

function mergeKeys(statement: Statements, keys: string) {
  return statement<ImportSummary[]>`
    with imported as (
      select name, plan, visible_start, decode(key.hash, 'hex') as hash, created_at, revoked_at, expires_at,
        monthly_quota, minute_limit, decode(key.account, 'hex') as account, usage_months, usage_days
      from jsonb_to_recordset(${keys}::text::jsonb) as key(
        name text, plan text, visible_start text, hash text, created_at timestamptz, revoked_at timestamptz,
        expires_at timestamptz, monthly_quota int, minute_limit int, account text, usage_months jsonb, usage_days jsonb)
    ), ended as (
      -- Accounts whose keys are all revoked.
      select coalesce(account_id, id) as account_id, max(revoked_at) as at from api_keys
      group by 1 having bool_and(revoked_at is not null)
    ), firsts as (
      insert into api_keys as key
        (name, plan, visible_start, hash, created_at, revoked_at, expires_at, monthly_quota, minute_limit)
      select name, plan, visible_start, hash, created_at, revoked_at, expires_at, monthly_quota, minute_limit
      from imported where account is null order by created_at, hash
      on conflict (hash) do update set revoked_at = least(key.revoked_at, excluded.revoked_at)
      returning id, hash, coalesce(account_id, id) as account_id
    ), others as (
      insert into api_keys as key
        (name, plan, visible_start, hash, created_at, revoked_at, expires_at, monthly_quota, minute_limit, account_id)
      select name, plan, visible_start, imported.hash, created_at, least(revoked_at, ended.at), expires_at,
        monthly_quota, minute_limit, firsts.account_id
      from imported join firsts on firsts.hash = imported.account left join ended using (account_id) order by created_at, imported.hash
      on conflict (hash) do update set revoked_at = least(key.revoked_at, excluded.revoked_at)
      returning id, hash
    ), kept as (
      select id, hash from firsts union all select id, hash from others
    ), months as (
      insert into usage_months as known (key_id, month, used)
      select id, month, used from imported join kept using (hash),
        jsonb_to_recordset(usage_months) as entry(month date, used int)
      on conflict (key_id, month) do update set used = greatest(known.used, excluded.used)
    ), days as (
      insert into usage_days as known (key_id, day, used)
      select id, day, used from imported join kept using (hash),
        jsonb_to_recordset(usage_days) as entry(day date, used int)
      on conflict (key_id, day) do update set used = greatest(known.used, excluded.used)
    ), counts as (
      -- The statement sees the table as it was before its own insertions.
      select (select count(*) from imported) as received, (select count(*) from api_keys join imported using (hash)) as known
    )
    select (received - known)::int as added, known::int from counts`;
}

const ISO_INSTANT = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';
