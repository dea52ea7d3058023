/**
 * What orders the results of a search on Meilisearch: this file is what one edits to tune it (docs/operations.md,
 * « Régler la pertinence »). The worker applies it at its next run, without filling the index anew. Which documents
 * are found does not depend on it: a filter decides that (`filter.ts`).
 */

/**
 * Ranking rules of the texts, the first one prevailing (Meilisearch reference, "Ranking rules"). The order of
 * identifiers, which keeps pages stable, is added at the end.
 */
export const RANKING_RULES: readonly string[] = ["words", "attribute", "proximity", "exactness"];

/** Ranking rules of the titles that are suggested; then the shortest title, then the identifier. */
export const TITLE_RANKING_RULES: readonly string[] = [
  "words",
  "typo",
  "attribute",
  "proximity",
  "exactness",
];

/**
 * What a searched word also counts as, in ordinary French: a document found by « TVA » ranks higher when its
 * title spells it out, and its title is suggested.
 */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  TVA: ["taxe sur la valeur ajoutée"],
  CFE: ["cotisation foncière des entreprises"],
  CVAE: ["cotisation sur la valeur ajoutée des entreprises"],
  IFI: ["impôt sur la fortune immobilière"],
  CGI: ["code général des impôts"],
  LPF: ["livre des procédures fiscales"],
};

/**
 * Weights of the sub-queries of one search (Meilisearch reference, "Federated search"): a document has the best
 * of its weighted scores.
 */
export const WEIGHTS = {
  /** The document whose identifier is the query: above any other. */
  named: 10,
  /** All the words of the query at once. */
  together: 1,
  /** One branch of an OR, or one word of a query that holds an OR. */
  apart: 0.8,
  /** What the filter finds and no sub-query above does (prefixes): above zero, below all others. */
  rest: 0.001,
} as const;

/** Branches ranked on their own, each costing a sub-query of about a millisecond; the next ones count as the rest. */
export const MAX_RANKED_BRANCHES = 8;
