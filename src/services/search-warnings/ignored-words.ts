import type { ParsedQuery } from "../../../search/fulltext/query/parse.ts";
import type { SearchWarning } from "../../schemas/answers/search.ts";
import { isQuestion } from "./french-question.ts";
import { readQuery } from "./warning.ts";

/** Stop words that become an operator or an acronym in capitals. */
const IN_CAPITALS: ReadonlySet<string> = new Set(["ou", "pas"]);

/** Warns of the stop words of a query, with the one that makes an operator or an acronym of one, unless it is a question. */
export function warnOfIgnoredWords({ text, terms }: ParsedQuery): SearchWarning[] {
  const words = [...new Set(terms.ignored.map((word) => word.toLowerCase()))];
  if (words.length === 0) return [];
  const listed = words.map((word) => `« ${word} »`).join(", ");
  const message =
    words.length === 1
      ? `Le mot ${listed} ne compte pas hors des guillemets.`
      : `Les mots ${listed} ne comptent pas hors des guillemets.`;
  const isMeant = terms.isPlain && !isQuestion(text);
  const essayer = isMeant && terms.ignored.some((word) => IN_CAPITALS.has(word)) ? inCapitals(text) : null;
  return [{ code: "mots_ignores", message, mot: words.join(" "), essayer }];
}

function inCapitals(text: string): string | null {
  const words = text.trim().split(/\s+/);
  const q = words.map((word) => (IN_CAPITALS.has(word) ? word.toUpperCase() : word)).join(" ");
  return readQuery(q) === null ? null : q;
}
