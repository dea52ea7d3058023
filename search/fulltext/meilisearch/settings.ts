/**
 * Determines the order of results on Meilisearch, not which are found: edit this file to tune it (docs/operations.md,
 * « Régler la pertinence »). The worker applies it at its next run, without reindexing.
 */

/** Rules by decreasing priority (Meilisearch, "Ranking rules"); the identifier is appended, to keep pages stable. */
export const RANKING_RULES: readonly string[] = ["words", "attribute", "proximity", "exactness"];

/** Ranking rules of suggested titles; then the shortest title, then the identifier. */
export const TITLE_RANKING_RULES: readonly string[] = [
  "words",
  "typo",
  "attribute",
  "proximity",
  "exactness",
];

/** Synonyms in ordinary French: a document found by « TVA » ranks higher when its title spells it out. */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  TVA: ["taxe sur la valeur ajoutée"],
  CFE: ["cotisation foncière des entreprises"],
  CVAE: ["cotisation sur la valeur ajoutée des entreprises"],
  IFI: ["impôt sur la fortune immobilière"],
  CGI: ["code général des impôts"],
  LPF: ["livre des procédures fiscales"],
};

/** Weights of one search's sub-queries (Meilisearch, "Federated search"), of which the best counts for a document. */
export const WEIGHTS = {
  /** The document whose identifier is the query: above all others. */
  named: 10,
  /** All the citations of the query side by side: above some of them, whatever the other words. */
  allSideBySide: 5_000,
  /** Some of the citations side by side: above none. */
  someSideBySide: 100,
  /** All the words of the query at once. */
  together: 1,
  /** One branch of an OR, or one word of a query that contains an OR. */
  apart: 0.8,
  /** Share of either above, for documents that the words alone don't rank (too long, or an OR). */
  elsewhere: 0.1,
  /** Documents that the filter finds and no sub-query above does (prefixes): above zero, below all others. */
  rest: 0.001,
} as const;

/** Branches ranked separately, each a sub-query of about a millisecond; the next ones count as the rest. */
export const MAX_RANKED_BRANCHES = 8;
