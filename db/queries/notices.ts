import { sql } from "drizzle-orm";
import { editions } from "../schema/documents.ts";

/** What the source published in the place of a document that it withdrew or moved. */
export interface Notice {
  /** Its words; null when they were not kept yet. */
  readonly avis: string | null;
  /** Documents that it names as holding the doctrine now. */
  readonly transferts: readonly string[];
}

/**
 * The notice that ended a row of `editions`, or that it is itself: the last one of the same PGP number before the next
 * edition with content. Null for an edition that another replaced, or that an absence ended.
 */
export const noticeOf = sql<Notice | null>`(
  select json_build_object('avis', shell.avis, 'transferts', shell.transferts)
  from editions shell
  where shell.boi_id = ${editions.boiId} and shell.pgp = ${editions.pgp} and shell.kind <> 'contenu'
    and ${editions.statut} in ('retire', 'transfere') and shell.debut_de_validite >= ${editions.debutDeValidite}
    and not exists (
      select from editions next
      where next.boi_id = shell.boi_id and next.kind = 'contenu'
        and next.debut_de_validite > ${editions.debutDeValidite}
        and next.debut_de_validite < shell.debut_de_validite)
  order by shell.debut_de_validite desc limit 1)`;
