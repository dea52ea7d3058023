import { type DocumentFilter, nodeIdentifier } from "../../../engine/document-filter.ts";

/** Conditions on `documents`, and the values that they name. */
export interface Conditions {
  /** Joined by AND; empty when every document is kept. */
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Those of a filter, but for its domain, which is a column of `texts`: FTS5 ranks that domain's documents alone. */
export function conditionsOf({ type, matiere, chemin, articles }: DocumentFilter): Conditions {
  const conditions: string[] = [];
  const parameters: Record<string, string> = {};
  if (type !== null) {
    conditions.push("type = $type");
    parameters["type"] = type;
  }
  if (matiere !== null) {
    conditions.push("matiere = $matiere");
    parameters["matiere"] = matiere;
  }
  if (chemin !== null) {
    // « . » follows « - » in the order of characters.
    conditions.push("(boi_id = $node OR (boi_id > $node || '-' AND boi_id < $node || '.'))");
    parameters["node"] = nodeIdentifier(chemin);
  }
  if (articles !== null) {
    conditions.push("id IN (SELECT document FROM articles JOIN json_each($articles) ON cle = value)");
    parameters["articles"] = JSON.stringify(articles);
  }
  return { sql: conditions.join(" AND "), parameters };
}
