import type { Database } from "../../postgres/database.ts";
import { jsonRows } from "../../postgres/statements.ts";
import { sourcePrintSql } from "../../queries/texts/wordings.ts";
import type { DocumentType } from "../../schema/documents.ts";
import { keyOf } from "../wordings/edition-key.ts";
import type { EditionName } from "./sources.ts";

/** The source's record of an edition beyond its text, as the service answers with it. */
export interface EditionRecord extends EditionName {
  readonly titre: string;
  readonly type: DocumentType;
  readonly domaine: string;
  readonly division: string | null;
  readonly url: string;
  readonly avis: string | null;
  readonly transfereVers: string | null;
  /** SHA-256 of its sanitised HTML. */
  readonly htmlHash: string;
  readonly empreinteSource: string | null;
}

/** The present records of the editions named; unknown ones are left out. */
export async function readEditionRecords(
  database: Database,
  names: readonly EditionName[],
): Promise<EditionRecord[]> {
  const sql = database.$client;
  return await sql<EditionRecord[]>`
    select e.boi_id as "boiId", e.debut_de_validite::text as "debutDeValidite", e.pgp, e.titre, e.type, e.domaine,
      e.division, e.url, e.avis, e.transfere_vers as "transfereVers",
      encode(sha256(convert_to(c.contenu_html, 'UTF8')), 'hex') as "htmlHash",
      ${sql.unsafe(sourcePrintSql("w.edition_id", "w.empreinte"))} as "empreinteSource"
    from json_to_recordset(${jsonRows(names.map(keyOf))}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int)
    cross join lateral (
      select * from editions
      where boi_id = r."boiId" and debut_de_validite = r."debutDeValidite" and pgp = r.pgp limit 1) e
    join edition_contents c on c.edition_id = e.id
    join wordings w on w.edition_id = e.id and w.current`;
}
