import { and, asc, desc, eq, sql } from "drizzle-orm";
import { assertIntact, NEWS_PROOF_SQL, type StoredProof } from "../../integrity/proof.ts";
import type { Database } from "../../postgres/database.ts";
import { anyOf } from "../../postgres/statements.ts";
import { actualites } from "../../schema/actualites.ts";
import {
  type DocumentType,
  documents,
  editionReferences,
  type ReferenceTarget,
} from "../../schema/documents.ts";

/** An actualité as a possible target of a citation. */
export interface CitedNews {
  readonly id: string;
  readonly titre: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/** The actualités of those identifiers, by identifier; unknown ones are left out. */
export async function readCitedNews(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, CitedNews>> {
  if (ids.length === 0) return new Map();
  const { id, titre, date } = actualites;
  const rows = await database
    .select({ id, titre, date })
    .from(actualites)
    .where(anyOf(id, ids))
    .prepare("cited news")
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The texts of actualités, by identifier.
 * @throws {DamagedText}
 */
export async function readNewsTexts(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { id, contenuTexte: texte } = actualites;
  const rows = await database
    .select({ id, texte, proof: sql<StoredProof | null>`${sql.raw(NEWS_PROOF_SQL)}` })
    .from(actualites)
    .where(anyOf(id, ids))
    .prepare("news texts")
    .execute();
  return new Map(
    rows.map((row) => {
      assertIntact(row.id, row.proof, { contenu_texte: row.texte });
      return [row.id, row.texte];
    }),
  );
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
