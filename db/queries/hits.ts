import { and, eq } from "drizzle-orm";
import { subjectOf } from "../bofip/subject.ts";
import { anyOf } from "../postgres/any-of.ts";
import type { Database } from "../postgres/database.ts";
import { type DocumentType, documents } from "../schema/documents.ts";
import { type HitText, keptTexts } from "./kept-texts.ts";
import { contestedSql } from "./texts/contested.ts";

/** A document in force as a title list shows it. */
export interface DocumentTitle {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
}

/** A document in force with what a search hit is made from. */
export interface HitSource extends DocumentTitle, HitText {
  readonly type: DocumentType;
  readonly matiere: string | null;
  readonly date_publication: string;
  readonly url: string;
  /** Whether its start of validity leaves a choice between texts. */
  readonly is_contested: boolean;
}

/** Titles of the documents in force among the identifiers, by identifier. */
export async function readTitles(
  database: Database,
  boiIds: readonly string[],
): Promise<Map<string, DocumentTitle>> {
  const rows = await database
    .select({ boi_id: documents.boiId, titre: documents.titre, domaine: documents.domaine })
    .from(documents)
    .where(and(anyOf(documents.boiId, boiIds), eq(documents.statut, "en_vigueur")))
    .prepare("titles")
    .execute();
  return new Map(rows.map((row) => [row.boi_id, row]));
}

/**
 * Documents in force among the identifiers of one page of results, by identifier. A text that this process has kept
 * travels only when its row has changed since: `xmin`, the transaction that wrote a row, tells one state of it from
 * the others (PostgreSQL documentation, 5.6, « System Columns »).
 */
export async function readHitSources(
  database: Database,
  boiIds: readonly string[],
): Promise<Map<string, HitSource>> {
  const kept = keptTexts(database);
  const found = kept.among(boiIds);
  const sql = database.$client;
  const rows = await sql<HitRow[]>`
    select d.boi_id, d.titre, d.domaine, d.type, d.division, d.date_publication, d.url,
      ${sql.unsafe(contestedSql("d.edition_id"))} as is_contested, version,
      case when is_kept then null else c.contenu_texte end as contenu_texte,
      case when is_kept then null else c.paragraphes end as spans
    from documents d
    join edition_contents c on c.edition_id = d.edition_id
    cross join lateral (select c.edition_id || ':' || c.xmin as version) as row
    cross join lateral (select version = any(string_to_array(${found.versions().join(" ")}, ' ')) as is_kept) as here
    where d.boi_id = any(string_to_array(${boiIds.join(" ")}, ' ')) and d.statut = 'en_vigueur'`;
  const sources = new Map<string, HitSource>();
  for (const { version, contenu_texte, spans, ...row } of rows) {
    const read = contenu_texte === null || spans === null ? null : { contenu_texte, spans };
    if (read !== null) kept.keep(row.boi_id, version, read);
    const text = read ?? found.text(row.boi_id);
    if (text !== undefined) sources.set(row.boi_id, { ...withSubject(row), ...text });
  }
  return sources;
}

interface HitRow extends Omit<HitSource, "matiere" | "contenu_texte" | "spans"> {
  readonly division: string | null;
  /** Of the row that holds the text. */
  readonly version: string;
  /** Null when a text of that version is kept, as its §. */
  readonly contenu_texte: string | null;
  readonly spans: HitSource["spans"] | null;
}

/** A document as stored, with what it is about in place of its division. */
export function withSubject<Row extends StoredHit>({ division, ...document }: Row) {
  const { boi_id: boiId, domaine } = document;
  return { ...document, matiere: subjectOf({ boiId, domaine, division }) };
}

interface StoredHit {
  readonly boi_id: string;
  readonly domaine: string;
  readonly division: string | null;
}
