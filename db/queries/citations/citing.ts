import { and, asc, desc, eq } from "drizzle-orm";
import type { Database } from "../../postgres/database.ts";
import {
  type DocumentType,
  documents,
  editionReferences,
  type ReferenceTarget,
} from "../../schema/documents.ts";

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
export async function readCitingDocuments(database: Database, boiId: string): Promise<CitingDocument[]> {
  return await database
    .select({
      boi_id: documents.boiId,
      titre: documents.titre,
      domaine: documents.domaine,
      type: documents.type,
      mentions: editionReferences.mentions,
      cibles: editionReferences.cibles,
    })
    .from(editionReferences)
    .innerJoin(documents, eq(documents.editionId, editionReferences.editionId))
    .where(and(eq(editionReferences.target, boiId), eq(documents.statut, "en_vigueur")))
    .orderBy(desc(editionReferences.mentions), asc(documents.boiId))
    .prepare("citing documents")
    .execute();
}
