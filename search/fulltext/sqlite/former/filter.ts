import {
  conditionsOf as conditionsIn,
  type DocumentFilter,
  type FilterTable,
  nodeIdentifier,
} from "../../../../db/engine/document-filter.ts";

/** Conditions on `documents`, and the values that they name. */
export interface Conditions {
  /** Joined by AND; empty when every document is kept. */
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Null for what `matchExpression` keeps to. */
const CONDITIONS: FilterTable<Conditions | null> = {
  // A column of `texts`: FTS5 ranks that domain's documents alone.
  domaine: () => null,
  type: (type) => ({ sql: "type = $type", parameters: { type } }),
  matiere: (matiere) => ({ sql: "matiere = $matiere", parameters: { matiere } }),
  // « . » follows « - » in the order of characters.
  chemin: (path) => ({
    sql: "(boi_id = $node OR (boi_id > $node || '-' AND boi_id < $node || '.'))",
    parameters: { node: nodeIdentifier(path) },
  }),
  articles: (keys) => ({
    sql: "id IN (SELECT document FROM articles JOIN json_each($articles) ON cle = value)",
    parameters: { articles: JSON.stringify(keys) },
  }),
};

/** Those of a filter, but for its domain. */
export function conditionsOf(filter: DocumentFilter): Conditions {
  const conditions = conditionsIn(CONDITIONS, filter).filter((condition) => condition !== null);
  return {
    sql: conditions.map(({ sql }) => sql).join(" AND "),
    parameters: Object.assign({}, ...conditions.map(({ parameters }) => parameters)),
  };
}
