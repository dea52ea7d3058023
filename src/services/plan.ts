import type { Database } from "../../db/client.ts";
import { type PlanDocument, type PlanNode, readPlanDocuments, readPlanNodes } from "../../db/plan-nodes.ts";
import { compareSeries } from "../../db/series.ts";

/** A node of the plan with what lies directly below it (contract decisions, « Plan »). */
export interface PlanListing {
  readonly chemin: string;
  /** Null where the plan holds nothing. */
  readonly titre: string | null;
  readonly children: PlanNode[];
  readonly documents: PlanDocument[];
}

const ROOT_TITLE = "Plan de classement";

/** The node at a path like `IR/LIQ/20`, the root being empty; empty lists where the plan holds nothing. */
export async function readPlanNode(database: Database, chemin: string): Promise<PlanListing> {
  const [nodes, documents] = await Promise.all([
    readPlanNodes(database, chemin),
    readPlanDocuments(database, chemin),
  ]);
  const isRoot = chemin === "";
  const compare = isRoot ? compareSeries : compareSegments;
  const own = nodes.find((node) => node.chemin === chemin);
  return {
    chemin,
    titre: isRoot ? ROOT_TITLE : (own?.titre ?? null),
    children: nodes
      .filter((node) => node.chemin !== chemin)
      .sort((left, right) => compare(left.segment, right.segment)),
    documents,
  };
}

/** Numbers first and as numbers, then words by code unit. */
function compareSegments(left: string, right: string): number {
  const isLeftNumber = /^\d+$/.test(left);
  const isRightNumber = /^\d+$/.test(right);
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
  const difference = isLeftNumber ? Number(left) - Number(right) : 0;
  return difference || (left < right ? -1 : Number(left > right));
}
