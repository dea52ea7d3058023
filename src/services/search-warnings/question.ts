import type { SearchWarning } from "../../schemas/answers/search.ts";
import { readWithoutOneWord } from "./costliest-word.ts";
import { isQuestion } from "./french-question.ts";
import { hybridRequest } from "./suggested-request.ts";
import { type DoneSearch, totalOf } from "./warning.ts";

/** The message for a question typed as a query. */
export const QUESTION_MESSAGE =
  "La requête est une question, dont tous les mots sont exigés dans un même document : posez-la telle quelle à la recherche hybride (POST /v1/search/hybride), ou n'en gardez que les mots qui comptent.";

/** The same for a search of last texts. */
const LAST_QUESTION_MESSAGE =
  "La requête est une question, dont tous les mots sont exigés dans un même document : n'en gardez que les mots qui comptent. La recherche hybride ne cherche que dans les textes en vigueur, aujourd'hui ou à une date.";

/** Bounds of the questions that the hybrid search takes. */
const QUESTION_LENGTHS = { least: 3, most: 500 } as const;

/** Warns of a question typed as a query, of which no document has all the words that carry something. */
export async function warnOfQuestion(search: DoneSearch): Promise<SearchWarning[]> {
  const { text } = search.query;
  if (search.total > 0 || !isQuestion(text)) return [];
  const question = text.trim();
  const { length } = [...question];
  const { editions } = search;
  // The hybrid search looks at the editions in force alone.
  const isInForce = editions.kind !== "last";
  const isAccepted = isInForce && length >= QUESTION_LENGTHS.least && length <= QUESTION_LENGTHS.most;
  return [
    {
      code: "question",
      message: isInForce ? QUESTION_MESSAGE : LAST_QUESTION_MESSAGE,
      mot: null,
      essayer: await loosened(search),
      ...(isAccepted ? { requete: hybridRequest(question, search) } : {}),
    },
  ];
}

/** The words of the query but the costliest one, else any of them; null when nothing finds a document. */
async function loosened(search: DoneSearch): Promise<string | null> {
  const { sought, isPlain } = search.query.terms;
  if (!isPlain || sought.length < 2) return null;
  const fewer = await readWithoutOneWord(search);
  if (fewer !== null) return fewer;
  const any = sought.map(({ text }) => text).join(" OU ");
  return (await totalOf(search, any)) > 0 ? any : null;
}
