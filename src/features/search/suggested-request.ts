import { codeKey } from "../../../bofip/law/codes.ts";
import type { SearchedEditions } from "../../../db/engine/dated-texts.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import type { LawArticle } from "../../schemas/parameters/law.ts";
import type { SearchWarning } from "./answer.ts";

export type SuggestedRequest = NonNullable<SearchWarning["requete"]>;

/** What a caller keeps a search to. */
interface AskedSearch {
  readonly asked: AskedFilter;
  readonly editions: SearchedEditions;
}

/** The request of an exact search, under a caller's filters. */
export function exactRequest(q: string, { asked, editions }: AskedSearch): SuggestedRequest {
  const last = editions.kind === "last" ? { statut: "tous" } : {};
  const parameters = new URLSearchParams({ q, ...parametersOf(asked), ...dateOf(editions), ...last });
  return { methode: "GET", adresse: `/v1/search?${parameters}`, corps: null };
}

/** The request of a hybrid search, of the editions in force, now or on a day, under a caller's filters. */
export function hybridRequest(question: string, { asked, editions }: AskedSearch): SuggestedRequest {
  return {
    methode: "POST",
    adresse: "/v1/search/hybride",
    corps: { question, ...dateOf(editions), ...parametersOf(asked) },
  };
}

/** An article as the filter takes it: `CGI:150 U`. */
function articleParameter({ code, article }: LawArticle): string {
  return `${codeKey(code)}:${article}`;
}

function dateOf(editions: SearchedEditions): Record<string, string> {
  return editions.kind === "on" ? { date: editions.day } : {};
}

function parametersOf({ article, ...values }: AskedFilter): Record<string, string> {
  return { ...values, ...(article === undefined ? {} : { article: articleParameter(article) }) };
}
