import type { Database } from "../../postgres/database.ts";

/** What the corpus received at first, all at once: none of it is a change. */
export interface FirstLoad {
  /** Number of its last entry. */
  readonly lastSequence: number;
  /** `YYYY-MM-DD` (UTC); null when it is older than the journal. */
  readonly receivedOn: string | null;
  readonly documents: number;
  readonly actualites: number;
}

/**
 * The entries up to the end of the first run that succeeded, those of runs that were stopped before it included; null
 * before that end. Content older than the journal belongs to it.
 */
export async function readFirstLoad(database: Database): Promise<FirstLoad | null> {
  const [row] = await database.$client<FirstLoad[]>`
    with first_run as (
      select ended_at from runs where status = 'succeeded' order by id limit 1
    )
    select max(sequence)::float8 as "lastSequence",
      to_char(min(detecte_le) at time zone 'UTC', 'YYYY-MM-DD') as "receivedOn",
      count(distinct boi_id)::int as documents,
      count(*) filter (where evenement = 'actualite')::int as actualites
    from journal
    where detecte_le is null or detecte_le <= (select ended_at from first_run)
    having count(*) > 0`;
  return row ?? null;
}
