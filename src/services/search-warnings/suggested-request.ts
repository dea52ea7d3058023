import { codeKey } from "../../../bofip/law/codes.ts";
import type { SearchWarning } from "../../schemas/answers/search.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import type { LawArticle } from "../../schemas/parameters/law.ts";

export type SuggestedRequest = NonNullable<SearchWarning["requete"]>;

/** The request of an exact search, under a caller's filters. */
export function exactRequest(q: string, filter: AskedFilter): SuggestedRequest {
  const parameters = new URLSearchParams({ q, ...parametersOf(filter) });
  return { methode: "GET", adresse: `/v1/search?${parameters}`, corps: null };
}

/** The request of a hybrid search, under a caller's filters. */
export function hybridRequest(question: string, filter: AskedFilter): SuggestedRequest {
  return {
    methode: "POST",
    adresse: "/v1/search/hybride",
    corps: { question, ...parametersOf(filter) },
  };
}

/** An article as the filter takes it: `CGI:150 U`. */
export function articleParameter({ code, article }: LawArticle): string {
  return `${codeKey(code)}:${article}`;
}

function parametersOf({ article, ...values }: AskedFilter): Record<string, string> {
  return { ...values, ...(article === undefined ? {} : { article: articleParameter(article) }) };
}
