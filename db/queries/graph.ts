import { eq } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { anyOf } from "../postgres/any-of.ts";
import type { Database } from "../postgres/database.ts";
import { type DocumentStatut, documents, editionReferences } from "../schema/documents.ts";

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
 * documents comes twice. Only shown editions cite. Prepared, because planning costs more than reading a short list.
 */
export async function readCitations(
  database: Database,
  boiIds: readonly string[],
  direction: Direction,
): Promise<Citation[]> {
  const citations = () =>
    database
      .select({
        source: documents.boiId,
        target: editionReferences.target,
        paragraphe: editionReferences.paragraphe,
      })
      .from(documents)
      .innerJoin(editionReferences, eq(editionReferences.editionId, documents.editionId));
  const outgoing = citations().where(anyOf(documents.boiId, boiIds));
  const incoming = citations().where(anyOf(editionReferences.target, boiIds));
  const asked = direction === "cites" ? outgoing : incoming;
  const followed = direction === "both" ? unionAll(outgoing, incoming) : asked;
  return await followed.prepare("citations").execute();
}

/** The identifiers that are documents of the corpus, in no order. */
export async function readGraphDocuments(
  database: Database,
  boiIds: readonly string[],
): Promise<GraphDocument[]> {
  return await database
    .select({
      boi_id: documents.boiId,
      titre: documents.titre,
      domaine: documents.domaine,
      statut: documents.statut,
      date_publication: documents.datePublication,
      url: documents.url,
    })
    .from(documents)
    .where(anyOf(documents.boiId, boiIds))
    .prepare("graph documents")
    .execute();
}
