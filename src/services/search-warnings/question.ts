import type { SearchWarning } from "../../schemas/answers/search.ts";
import { isQuestion, withoutQuestion } from "./french-question.ts";
import { type DoneSearch, totalOf } from "./warning.ts";

/** The message for a question typed as a query. */
export const QUESTION_MESSAGE =
  "La requête est une question, dont tous les mots sont exigés dans un même document : posez-la telle quelle à la recherche hybride (POST /v1/search/hybride), ou n'en gardez que les mots qui comptent.";

/** Warns of a question typed as a query, which found nothing. */
export async function warnOfQuestion(search: DoneSearch): Promise<SearchWarning[]> {
  const { text, terms } = search.query;
  if (search.total > 0 || !isQuestion(text)) return [];
  const words = withoutQuestion(terms.sought.map((term) => term.text)).join(" ");
  const essayer = (await totalOf(search, words)) > 0 ? words : null;
  return [{ code: "question", message: QUESTION_MESSAGE, mot: null, essayer }];
}
