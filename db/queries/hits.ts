import { and, eq, sql } from "drizzle-orm";
import { subjectOf } from "../bofip/subject.ts";
import { anyOf } from "../postgres/any-of.ts";
import type { Database } from "../postgres/database.ts";
import { type DocumentType, documents, editionContents, type ParagraphSpan } from "../schema/documents.ts";
import { contestedSql } from "./texts/contested.ts";

/** A document in force as a title list shows it. */
export interface DocumentTitle {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
}

/** A document in force with what a search hit is made from. */
export interface HitSource extends DocumentTitle {
  readonly type: DocumentType;
  readonly matiere: string | null;
  readonly date_publication: string;
  readonly url: string;
  readonly contenu_texte: string;
  readonly spans: readonly ParagraphSpan[];
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

/** Texts of the documents in force among the identifiers of one page of results, by identifier. */
export async function readHitSources(
  database: Database,
  boiIds: readonly string[],
): Promise<Map<string, HitSource>> {
  const rows = await database
    .select({
      boi_id: documents.boiId,
      titre: documents.titre,
      domaine: documents.domaine,
      type: documents.type,
      division: documents.division,
      date_publication: documents.datePublication,
      url: documents.url,
      contenu_texte: editionContents.contenuTexte,
      spans: editionContents.paragraphes,
      is_contested: sql<boolean>`${sql.raw(contestedSql("documents.edition_id"))}`,
    })
    .from(documents)
    .innerJoin(editionContents, eq(editionContents.editionId, documents.editionId))
    .where(and(anyOf(documents.boiId, boiIds), eq(documents.statut, "en_vigueur")))
    .prepare("hits")
    .execute();
  return new Map(rows.map((row) => [row.boi_id, withSubject(row)]));
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
