import { and, eq } from "drizzle-orm";
import { subjectOf } from "../bofip/subject.ts";
import { anyOf } from "../postgres/any-of.ts";
import type { Database } from "../postgres/database.ts";
import { type DocumentType, documents } from "../schema/documents.ts";
import { type FoundTexts, type HitText, keptTexts, type TextRow } from "./kept-texts.ts";
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
 * travels only when its row has changed since.
 */
export async function readHitSources(
  database: Database,
  boiIds: readonly string[],
): Promise<Map<string, HitSource>> {
  const found = keptTexts(database).among(boiIds);
  const sql = database.$client;
  const rows = await sql<HitRow[]>`
    select d.boi_id, d.titre, d.domaine, d.type, d.division, d.date_publication, d.url,
      ${sql.unsafe(contestedSql("d.edition_id"))} as is_contested, held.*
    from documents d
    join edition_contents c on c.edition_id = d.edition_id
    ${found.joins(sql)}
    where d.boi_id = any(string_to_array(${boiIds.join(" ")}, ' ')) and d.statut = 'en_vigueur'`;
  return new Map(rows.flatMap((row) => withText(row, found)));
}

/** What a statement reads of a hit. */
export type HitRow = TextRow & StoredHit & Omit<HitSource, "matiere" | "contenu_texte" | "spans">;

/** A row with its text and what it is about, by its identifier; none when its text is not to be had. */
export function withText<Row extends TextRow & StoredHit>(
  { version, contenu_texte, spans, ...row }: Row,
  found: FoundTexts,
) {
  const text = found.textOf({ boi_id: row.boi_id, version, contenu_texte, spans });
  return text === undefined ? [] : [[row.boi_id, { ...withSubject(row), ...text }] as const];
}

/** A document as stored, with what it is about in place of its division. */
function withSubject<Row extends StoredHit>({ division, ...document }: Row) {
  const { boi_id: boiId, domaine } = document;
  return { ...document, matiere: subjectOf({ boiId, domaine, division }) };
}

interface StoredHit {
  readonly boi_id: string;
  readonly domaine: string;
  readonly division: string | null;
}
