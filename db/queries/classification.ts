import { and, eq, or } from "drizzle-orm";
import type { Database } from "../postgres/database.ts";
import { anyOf } from "../postgres/statements.ts";
import { classificationNodes, type DocumentStatut, documents } from "../schema/documents.ts";

/** A node of the classification, with how many documents in force lie at it and below. */
export interface ClassificationEntry {
  readonly chemin: string;
  readonly segment: string;
  readonly titre: string;
  readonly documents: number;
}

/** A document as its node of the classification lists it. */
export interface ClassifiedDocument {
  readonly boi_id: string;
  readonly titre: string;
  readonly statut: DocumentStatut;
  readonly date_publication: string;
  /** Official page. */
  readonly url: string;
}

/** The node at a path (`IR/LIQ`, the empty path being the root) and its children, in no order. */
export async function readClassificationNodes(
  database: Database,
  chemin: string,
): Promise<ClassificationEntry[]> {
  return await database
    .select({
      chemin: classificationNodes.chemin,
      segment: classificationNodes.segment,
      titre: classificationNodes.titre,
      documents: classificationNodes.documents,
    })
    .from(classificationNodes)
    .where(or(eq(classificationNodes.chemin, chemin), eq(classificationNodes.parent, chemin)));
}

/** Whether the classification has a node at a path, or once had a document there. */
export async function hasClassificationNode(database: Database, chemin: string): Promise<boolean> {
  const node = database
    .select({ chemin: classificationNodes.chemin })
    .from(classificationNodes)
    .where(eq(classificationNodes.chemin, chemin));
  const document = database
    .select({ chemin: documents.boiId })
    .from(documents)
    .where(eq(documents.boiId, `BOI-${chemin.replaceAll("/", "-")}`));
  return (await node.unionAll(document).limit(1)).length > 0;
}

/** Titles of the paths that are in the classification, by path. */
export async function readClassificationTitles(
  database: Database,
  chemins: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database
    .select({ chemin: classificationNodes.chemin, titre: classificationNodes.titre })
    .from(classificationNodes)
    .where(anyOf(classificationNodes.chemin, chemins));
  return new Map(rows.map(({ chemin, titre }) => [chemin, titre]));
}

/** The documents in force of a series, in no order. */
export async function readSeriesDocuments(
  database: Database,
  domaine: string,
): Promise<{ readonly boiId: string; readonly titre: string }[]> {
  return await database
    .select({ boiId: documents.boiId, titre: documents.titre })
    .from(documents)
    .where(and(eq(documents.domaine, domaine), eq(documents.statut, "en_vigueur")))
    .prepare("series documents")
    .execute();
}

/** The document whose node is at a path, when it is in force. */
export async function readClassificationDocuments(
  database: Database,
  chemin: string,
): Promise<ClassifiedDocument[]> {
  return await database
    .select({
      boi_id: documents.boiId,
      titre: documents.titre,
      statut: documents.statut,
      date_publication: documents.datePublication,
      url: documents.url,
    })
    .from(documents)
    .where(
      and(eq(documents.boiId, `BOI-${chemin.replaceAll("/", "-")}`), eq(documents.statut, "en_vigueur")),
    );
}
