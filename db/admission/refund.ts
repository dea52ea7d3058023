import type { Database } from "../postgres/database.ts";
import { retryUndone } from "../postgres/retry-undone.ts";
import type { Refund } from "./port.ts";

/**
 * Gives back units charged for responses that the contract does not charge (304, 5xx). As in `decide`, the write is not
 * waited for: a crash of the server forgets the latest statements, so that a unit stays charged, its refund forgotten,
 * only if its request was in flight at the last moment that is remembered.
 */
export async function refund(database: Database, refunds: readonly Refund[]): Promise<void> {
  const rows = JSON.stringify(refunds.map(({ keyId, at }) => ({ key_id: keyId, at })));
  await retryUndone(
    () => database.$client`
      with refunds as materialized (
        select key_id, (at at time zone 'UTC')::date as day, set_config('synchronous_commit', 'off', true)
        from json_to_recordset(${rows}::text::json) as refund (key_id int, at timestamptz)
      ), of_months as (
        select key_id, date_trunc('month', day)::date as month, count(*)::int as units
        from refunds group by 1, 2
      ), locked as materialized (
        select key_id, month, units from usage_months join of_months using (key_id, month)
        order by key_id, month for update of usage_months
      ), given_back as (
        update usage_months as kept set used = greatest(0, used - units)
        from locked where kept.key_id = locked.key_id and kept.month = locked.month
      )
      update usage_days as kept set used = greatest(0, used - units)
      from (
        select key_id, day, count(*)::int as units from refunds group by 1, 2
      ) as of_days
      where kept.key_id = of_days.key_id and kept.day = of_days.day
        and kept.key_id in (select key_id from locked)`,
  );
}
