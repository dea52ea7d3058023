import type { Database } from "../postgres/database.ts";
import { jsonRows, pages } from "../postgres/statements.ts";
import type { CitedPgp } from "./derived-edition.ts";
import { type StaleRecord, staleEditionColumns } from "./editions.ts";

/** The latest edition known under a PGP number, which determines the document of that number. */
export interface PgpHolder {
  readonly pgp: number;
  readonly boiId: string;
  /** Its start of validity, `YYYY-MM-DD`. */
  readonly date: string;
}

const PAGE_ROWS = 500;

/** Every PGP number of the store, a page at a time; of two documents on one date, the first by identifier. */
export function readPgpHolders(database: Database): AsyncGenerator<readonly PgpHolder[]> {
  const sql = database.$client;
  return pages(
    -1,
    (after) => sql<(PgpHolder & { position: number })[]>`
      select pgp as position, pgp,
        (array_agg(boi_id order by debut_de_validite desc, boi_id))[1] as "boiId",
        max(debut_de_validite) as date
      from editions where pgp > ${after} group by pgp order by pgp limit ${PAGE_ROWS}`,
  );
}

/** The numbers that an edition links to, and what they were resolved to. */
interface EditionPgpLinks {
  readonly position: number;
  readonly links: readonly CitedPgp[];
}

/** The links of every edition that has some, by edition, a page at a time. */
export function readPgpLinks(database: Database): AsyncGenerator<readonly EditionPgpLinks[]> {
  const sql = database.$client;
  return pages(
    0,
    (after) => sql<EditionPgpLinks[]>`
      select edition_id as position, json_agg(json_build_object('pgp', pgp, 'target', target)) as links
      from edition_pgp_links where edition_id > ${after}
      group by edition_id order by edition_id limit ${PAGE_ROWS}`,
  );
}

/** Some editions with their source records. */
export async function readEditionSources(
  database: Database,
  positions: readonly number[],
): Promise<readonly StaleRecord[]> {
  const sql = database.$client;
  return await sql<StaleRecord[]>`
    select ${staleEditionColumns(sql)}
    from editions e join edition_contents c on c.edition_id = e.id
    where e.id = any(array(select json_array_elements_text(${jsonRows(positions)}::text::json)::int))
    order by e.id`;
}
