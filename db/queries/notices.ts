import { sql } from "drizzle-orm";
import { hasGluedNumbers } from "../../bofip/paragraphs/paragraph-number.ts";
import type { Database } from "../postgres/database.ts";
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

/** Longer texts without § are doctrine: a notice of that length says something of it. */
const SHORT_LENGTH = 1500;
/** Of a character in UTF-8: what is certainly longer is not read. */
const MAX_BYTES = 4;

/**
 * Commentaries and annexes in force that are short and have no §, as notices are, although no sentence of theirs was
 * read as one: somebody has to judge them. In the order of identifiers.
 */
export async function findToJudge(database: Database): Promise<string[]> {
  const rows = await database.$client<{ id: string; texte: string }[]>`
    select d.boi_id as id, c.contenu_texte as texte
    from documents d join edition_contents c on c.edition_id = d.edition_id
    where d.statut = 'en_vigueur' and d.type in ('commentaire', 'annexe')
      and octet_length(c.contenu_texte) < ${SHORT_LENGTH * MAX_BYTES} and c.paragraphes = '[]'
    order by d.boi_id collate "C"`;
  return rows
    .filter(({ texte }) => texte.length < SHORT_LENGTH && !hasGluedNumbers(texte))
    .map(({ id }) => id);
}
