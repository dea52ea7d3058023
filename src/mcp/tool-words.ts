/** The tool for each path of the API; the longest paths first, because others are prefixes of them. */
const TOOLS: readonly (readonly [address: string, tool: string])[] = [
  ["/v1/search/semantic", "semantic_search"],
  ["/v1/search/hybride", "semantic_search"],
  ["/v1/search", "search"],
  ["/v1/suggest", "browse_plan"],
  ["/v1/actualites", "get_news"],
  ["/v1/articles", "law"],
  ["/v1/boi", "get_boi"],
  ["/v1/changes", "recent_changes"],
  ["/v1/citations", "check_citations"],
  ["/v1/contexte", "get_context"],
  ["/v1/decisions", "law"],
  ["/v1/journal", "recent_changes"],
  ["/v1/normes", "law"],
  ["/v1/plan", "browse_plan"],
  ["/v1/reponses", "law"],
  ["/v1/suivi", "check_references"],
  ["/v1/tableaux", "get_table"],
];

/** Paths call the document « id », tools « boi_id ». */
const DOCUMENT = [
  "« id » doit être un identifiant comme BOI",
  "« boi_id » doit être un identifiant comme BOI",
] as const;

/**
 * Rewrites a message of the API for a model, which calls tools and not paths: « vérifiez avec /v1/search » becomes
 * « vérifiez avec l'outil search ».
 */
export function inToolWords(message: string): string {
  return TOOLS.reduce(
    (text, [address, tool]) =>
      [`GET ${address}`, `POST ${address}`, address].reduce(
        (told, words) => told.replaceAll(words, `l'outil ${tool}`),
        text,
      ),
    message.replaceAll(...DOCUMENT),
  );
}
