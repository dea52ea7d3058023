import type { SearchWarning } from "../features/search/answer.ts";
import { inToolWords } from "./tool-words.ts";

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
