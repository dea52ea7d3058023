import type { Database } from "../postgres/database.ts";
import { anyOf } from "../postgres/statements.ts";
import type { DocumentStatut, DocumentType, ReferenceTarget } from "../schema/documents.ts";

/** Which references of a document to follow: those it makes, those made to it, or both. */
export type Direction = "cites" | "citants" | "both";

/** A reference from a document's shown edition to another document, in the corpus or not. */
export interface Citation {
  readonly source: string;
  readonly target: string;
  /** First § of the source that cites the target; null before the first §. */
  readonly paragraphe: string | null;
}

/** A document of the corpus, as a node of a graph. */
export interface GraphDocument {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
  readonly statut: DocumentStatut;
  readonly date_publication: string;
  readonly url: string;
}

/**
 * References that leave or reach any of the documents, in no order; with both directions, one that joins two of the
 * documents comes twice. Only shown editions cite.
 */
export async function readCitations(
  { $client: sql }: Database,
  boiIds: readonly string[],
  direction: Direction,
): Promise<Citation[]> {
  const citations = sql`
    select d.boi_id as source, r.target, r.paragraphe
    from documents d join edition_references r on r.edition_id = d.edition_id`;
  const outgoing = sql`${citations} where d.boi_id = ${anyOf(sql, boiIds)}`;
  const incoming = sql`${citations} where r.target = ${anyOf(sql, boiIds)}`;
  if (direction === "cites") return await sql<Citation[]>`${outgoing}`;
  if (direction === "citants") return await sql<Citation[]>`${incoming}`;
  return await sql<Citation[]>`${outgoing} union all ${incoming}`;
}

/** The identifiers that are documents of the corpus, in no order. */
export async function readGraphDocuments(
  { $client: sql }: Database,
  boiIds: readonly string[],
): Promise<GraphDocument[]> {
  return await sql<GraphDocument[]>`
    select boi_id, titre, domaine, statut, date_publication, url from documents where boi_id = ${anyOf(sql, boiIds)}`;
}

/** A document in force whose text cites another. */
export interface CitingDocument {
  readonly boi_id: string;
  readonly titre: string;
  readonly domaine: string;
  readonly type: DocumentType;
  readonly mentions: number;
  readonly cibles: readonly ReferenceTarget[];
}

/** The documents in force that cite a document, those that mention it most first, then by identifier. */
export async function readCitingDocuments(
  { $client: sql }: Database,
  boiId: string,
): Promise<CitingDocument[]> {
  return await sql<CitingDocument[]>`
    select d.boi_id, d.titre, d.domaine, d.type, r.mentions, r.cibles
    from edition_references r join documents d on d.edition_id = r.edition_id
    where r.target = ${boiId} and d.statut = 'en_vigueur'
    order by r.mentions desc, d.boi_id`;
}
