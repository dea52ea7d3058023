import type { Database } from "../postgres/database.ts";
import { anyNumberOf, pages } from "../postgres/statements.ts";
import type { CitedPgp } from "./derived-edition.ts";
import { type StaleRecord, staleEditionColumns } from "./editions.ts";

/** An edition, or an actualité, known under a PGP number. */
export interface PgpHolder {
  readonly pgp: number;
  /** Identifier of the document, or of the actualité. */
  readonly id: string;
  /** Start of validity, or the day of the actualité, `YYYY-MM-DD`. */
  readonly date: string;
}

const PAGE_ROWS = 500;

/** The PGP numbers of every edition of the store, a page at a time. */
export function readPgpHolders({ $client: sql }: Database): AsyncGenerator<readonly PgpHolder[]> {
  return pages(
    0,
    (after) => sql<(PgpHolder & { position: number })[]>`
      select id as position, pgp, boi_id as id, debut_de_validite::text as date
      from editions where id > ${after} order by id limit ${PAGE_ROWS}`,
  );
}

/** An actualité, whose address gives its PGP number. */
interface AddressedNews {
  readonly id: string;
  readonly date: string;
  readonly url: string;
}

/** The addresses of every actualité of the store, a page at a time. */
export function readNewsAddresses({ $client: sql }: Database): AsyncGenerator<readonly AddressedNews[]> {
  return pages(
    "",
    (after) => sql<(AddressedNews & { position: string })[]>`
      select id as position, id, date::text as date, url
      from actualites where id > ${after} order by id limit ${PAGE_ROWS}`,
  );
}

/** The numbers that an edition links to, and what they were resolved to. */
interface EditionPgpLinks {
  readonly position: number;
  readonly links: readonly CitedPgp[];
}

/** The links of every edition that has some, by edition, a page at a time. */
export function readPgpLinks({ $client: sql }: Database): AsyncGenerator<readonly EditionPgpLinks[]> {
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
  { $client: sql }: Database,
  positions: readonly number[],
): Promise<readonly StaleRecord[]> {
  return await sql<StaleRecord[]>`
    select ${staleEditionColumns(sql)}
    from editions e join edition_contents c on c.edition_id = e.id
    where e.id = ${anyNumberOf(sql, positions)}
    order by e.id`;
}
