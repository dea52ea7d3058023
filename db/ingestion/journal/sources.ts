import { fingerprint } from "../../../bofip/text/characters.ts";
import { unlessDamaged } from "../../integrity/damages.ts";
import { readSealed, shownTexts, type TextColumns } from "../../integrity/seals.ts";
import type { Database } from "../../postgres/database.ts";
import { jsonRows, type Piece, type Statements } from "../../postgres/statements.ts";
import { ANNOUNCEMENT_DAYS } from "../../queries/changes.ts";
import { sourcePrint } from "../../queries/texts/wordings.ts";
import type { DocumentType } from "../../schema/documents.ts";
import { type EditionKey, keyOf, named } from "../wordings/edition-key.ts";

/** An edition as the journal describes and compares it. */
export interface ToldEdition extends EditionKey {
  readonly titre: string;
  readonly domaine: string;
  readonly type: DocumentType;
  /** Null when the stored one is damaged: nothing is derived from it. */
  readonly text: Pick<TextColumns, "texte" | "spans"> | null;
  /** Fingerprint of the text as it was written. */
  readonly empreinte: string;
}

/** The editions named, as now stored; unknown ones are left out. */
export async function readToldEditions(
  { $client: sql }: Database,
  names: readonly EditionKey[],
): Promise<ToldEdition[]> {
  const rows = await readSealed<Row>(sql, {
    of: "c",
    text: ["texte", "spans"],
    columns: sql`${nameColumns(sql)}, e.titre, e.domaine, e.type,
      case when w.erased_at is null then w.empreinte end as empreinte`,
    from: shownTexts(sql, namedEditions(sql, names)),
  });
  return rows.map(({ about, open }) => {
    const text = unlessDamaged(open);
    return { ...about, text, empreinte: about.empreinte ?? fingerprint(text?.texte ?? "") };
  });
}

interface Row extends Omit<ToldEdition, "text" | "empreinte">, Pick<TextColumns, "texte" | "spans"> {
  /** Null for an erased text. */
  readonly empreinte: string | null;
}

/** A day of a document whose announcement is looked up. */
export interface AnnouncedDay {
  readonly boiId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/** An actualité that names a document. */
export interface NamingNews {
  readonly boiId: string;
  readonly id: string;
  readonly titre: string;
  readonly url: string;
  readonly date: string;
  readonly texte: string;
}

/** The actualités of the store that name those documents, near those days. */
export async function readNamingNews(
  { $client: sql }: Database,
  days: readonly AnnouncedDay[],
): Promise<NamingNews[]> {
  // Callers may pass objects with whole texts, which would be sent too.
  const asked = days.map(({ boiId, date }) => ({ boiId, date }));
  return await sql<NamingNews[]>`
    select distinct named.target as "boiId", news.id, news.titre, news.url, news.date::text as date,
      news.contenu_texte as texte
    from json_to_recordset(${jsonRows(asked)}::text::json) as r("boiId" text, date date)
    join actualite_references named on named.target = r."boiId"
    join actualites news on news.id = named.actualite_id and abs(news.date - r.date) <= ${ANNOUNCEMENT_DAYS}`;
}

/** The source's record of an edition beyond its text, as the service answers with it. */
export interface EditionRecord extends EditionKey {
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
  { $client: sql }: Database,
  names: readonly EditionKey[],
): Promise<EditionRecord[]> {
  return await sql<EditionRecord[]>`
    select ${nameColumns(sql)}, e.titre, e.type, e.domaine, e.division, e.url, e.avis,
      e.transfere_vers as "transfereVers",
      encode(sha256(convert_to(c.contenu_html, 'UTF8')), 'hex') as "htmlHash",
      ${sourcePrint(sql)} as "empreinteSource"
    from ${shownTexts(sql, namedEditions(sql, names))}`;
}

function nameColumns(sql: Statements): Piece {
  return sql`e.boi_id as "boiId", e.debut_de_validite::text as "debutDeValidite", e.pgp`;
}

function namedEditions(sql: Statements, names: readonly EditionKey[]): Piece {
  return sql`
    json_to_recordset(${jsonRows(names.map(keyOf))}::text::json) as r("boiId" text, "debutDeValidite" date, pgp int)
    ${named(sql)}`;
}
