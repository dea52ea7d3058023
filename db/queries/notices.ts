import { sql } from "drizzle-orm";
import { editions } from "../schema/documents.ts";
import { textIsHeldSql } from "./texts/text-is-held.ts";

/** What the source published in place of a document that it withdrew or moved. */
export interface Notice {
  /** Its text; null when it was not recorded yet. */
  readonly avis: string | null;
  /** Documents that now contain the doctrine, as the notice names them. */
  readonly transferts: readonly string[];
}

/**
 * The notice that ended a row of `editions`, or the row itself when it is one: the last of the same PGP number before
 * the next edition with content. Null for an edition replaced by another, or ended by an absence.
 */
export const noticeOf = sql<Notice | null>`(
  select json_build_object('avis', tombstone.avis, 'transferts', tombstone.transferts)
  from editions tombstone
  where tombstone.boi_id = ${editions.boiId} and tombstone.pgp = ${editions.pgp} and not ${sql.raw(textIsHeldSql("tombstone"))}
    and ${editions.statut} in ('retire', 'transfere') and tombstone.debut_de_validite >= ${editions.debutDeValidite}
    and not exists (
      select from editions next
      where next.boi_id = tombstone.boi_id and ${sql.raw(textIsHeldSql("next"))}
        and next.debut_de_validite > ${editions.debutDeValidite}
        and next.debut_de_validite < tombstone.debut_de_validite)
  order by tombstone.debut_de_validite desc limit 1)`;
