import { and, eq, or } from "drizzle-orm";
import { anyOf } from "../postgres/any-of.ts";
import type { Database } from "../postgres/database.ts";
import { documents, planNodes } from "../schema/documents.ts";
import type { DocumentStatut } from "./documents.ts";

/** A node of the classification plan, with how many documents in force lie at it and below. */
export interface PlanNode {
  readonly chemin: string;
  readonly segment: string;
  readonly titre: string;
  readonly documents: number;
}

/** A document as its node of the plan lists it. */
export interface PlanDocument {
  readonly boi_id: string;
  readonly titre: string;
  readonly statut: DocumentStatut;
  readonly date_publication: string;
  /** Official page. */
  readonly url: string;
}

/** The node at a path (`IR/LIQ`, the empty path being the root) and its children, in no order. */
export async function readPlanNodes(database: Database, chemin: string): Promise<PlanNode[]> {
  return await database
    .select({
      chemin: planNodes.chemin,
      segment: planNodes.segment,
      titre: planNodes.titre,
      documents: planNodes.documents,
    })
    .from(planNodes)
    .where(or(eq(planNodes.chemin, chemin), eq(planNodes.parent, chemin)));
}

/** Titles of those of the paths that the plan holds, by path. */
export async function readPlanTitles(
  database: Database,
  chemins: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database
    .select({ chemin: planNodes.chemin, titre: planNodes.titre })
    .from(planNodes)
    .where(anyOf(planNodes.chemin, chemins));
  return new Map(rows.map(({ chemin, titre }) => [chemin, titre]));
}

/** The document whose node is at a path, when it is in force. */
export async function readPlanDocuments(database: Database, chemin: string): Promise<PlanDocument[]> {
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
