import type { SearchWarning } from "../features/search/answer.ts";

/** The warnings of an answer in the words of the tools. */
export function warningsOf(told: readonly SearchWarning[] = []): SearchWarning[] {
  return told.map(({ requete, ...warning }) => ({
    ...warning,
    message: [inToolWords(warning.message), ...callOf(requete)].join(" "),
  }));
}

/** The request that a warning suggests, as a call of the tool with the same parameters; its message names the others. */
function callOf(requete: SearchWarning["requete"]): string[] {
  if (requete?.methode !== "GET") return [];
  const parameters = new URLSearchParams(requete.adresse.split("?")[1]);
  const given = [...parameters].map(([name, value]) => `${name} : « ${value} »`);
  return [`À essayer : l'outil search avec ${given.join(", ")}.`];
}

/** The lines that a model reads of them. */
export function warningLines(warnings: readonly SearchWarning[]): string[] {
  return warnings.filter(isUseful).map(({ message, essayer, page }) => {
    const attempt = essayer === null ? "" : ` À essayer : ${essayer}`;
    return `Avertissement : ${message}${attempt}${page === undefined ? "" : ` Page : ${page}`}`;
  });
}

/** A model does not need to learn that « de » is ignored. */
function isUseful({ code, essayer }: SearchWarning): boolean {
  return code !== "mots_ignores" || essayer !== null;
}

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
