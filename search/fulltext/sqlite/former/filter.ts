import {
  conditionsOf as conditionsIn,
  type DocumentFilter,
  type FilterTable,
  nodeIdentifier,
} from "../../../../db/engine/document-filter.ts";

/** Conditions on `documents`, with the values of their parameters. */
export interface Conditions {
  /** Joined by AND; empty when all documents match. */
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Null for what `matchExpression` handles. */
const CONDITIONS: FilterTable<Conditions | null> = {
  // The domain is a column of `texts`: FTS5 ranks its documents alone. A column missing from the file refuses the search.
  value: (name, value) =>
    name === "domaine" ? null : { sql: `${name} = $${name}`, parameters: { [name]: value } },
  // « . » is the character after « - ».
  chemin: (path) => ({
    sql: "(boi_id = $node OR (boi_id > $node || '-' AND boi_id < $node || '.'))",
    parameters: { node: nodeIdentifier(path) },
  }),
  articles: (keys) => ({
    sql: "id IN (SELECT document FROM articles JOIN json_each($articles) ON cle = value)",
    parameters: { articles: JSON.stringify(keys) },
  }),
  // Columns that no such file has.
  decision: (decision) => ({ sql: "decision = $decision", parameters: { decision } }),
  norme: (norme) => ({ sql: "norme = $norme", parameters: { norme } }),
  reponse: (reponse) => ({ sql: "reponse = $reponse", parameters: { reponse } }),
};

/** Conditions of a filter, except its domain. */
export function conditionsOf(filter: DocumentFilter): Conditions {
  const conditions = conditionsIn(CONDITIONS, filter).filter((condition) => condition !== null);
  return {
    sql: conditions.map(({ sql }) => sql).join(" AND "),
    parameters: Object.assign({}, ...conditions.map(({ parameters }) => parameters)),
  };
}
