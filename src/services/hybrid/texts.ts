import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { parseQuery } from "../../../search/fulltext/query/parse.ts";
import { QuerySyntaxError } from "../../../search/fulltext/query/syntax-error.ts";
import { readQuery } from "../../../search/fulltext/read-query.ts";
import type { SearchQuery } from "../../../search/fulltext/search-query.ts";
import type { SearchHit, SearchWarning } from "../../schemas/answers/search.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import { type SearchDeps, searchDocuments } from "../search.ts";
import { isQuestion } from "../search-warnings/french-question.ts";
import { type HybridDeps, searchHybrid } from "./search.ts";

export type TextSearchDeps = HybridDeps & SearchDeps;

/** What was found for somebody who wrote words or a question, whatever they know of the syntax. */
export interface FoundTexts {
  /** How the results were found: `exact` for a query that uses the syntax, or that the meaning could not be asked for. */
  readonly by: "words and meaning" | "exact" | "exact, meaning away";
  readonly results: readonly SearchHit[];
  /** How many documents hold all the words; null for a question, whose words need not be there. */
  readonly total: number | null;
  readonly warnings: readonly SearchWarning[];
}

export interface TextSearch {
  readonly q: string;
  readonly filter: AskedFilter;
  readonly limit: number;
}

/**
 * Searches the texts for what somebody wrote: by words and meaning together, or exactly when they used the syntax
 * (« … », OU, SAUF, préf*). Without the meaning, exactly.
 * @throws {EngineUnavailable} when neither can be asked.
 */
export async function searchTexts(deps: TextSearchDeps, search: TextSearch): Promise<FoundTexts> {
  const { q, filter, limit } = search;
  const query = readOrNull(q);
  if (query !== null && usesSyntax(q)) return await searchExactly(deps, query, search, "exact");
  try {
    // One after the other: nothing is still asked for once the answer has left.
    const { results } = await searchHybrid(deps, { question: q, filter, limit, marked: query });
    const isCounted = query !== null && !isQuestion(q);
    const counted = isCounted ? await searchDocuments(deps, { ...asked(query), filter, limit: 1 }) : null;
    const warnings = counted?.avertissements ?? [];
    return { by: "words and meaning", results, total: counted?.total ?? null, warnings };
  } catch (error) {
    if (!(error instanceof EngineUnavailable) || query === null) throw error;
    return await searchExactly(deps, query, search, "exact, meaning away");
  }
}

async function searchExactly(
  deps: TextSearchDeps,
  query: SearchQuery,
  { filter, limit }: TextSearch,
  by: FoundTexts["by"],
): Promise<FoundTexts> {
  const {
    results,
    total,
    avertissements = [],
  } = await searchDocuments(deps, { ...asked(query), filter, limit });
  return { by, results, total, warnings: avertissements };
}

function asked(query: SearchQuery) {
  return { query, hasFacets: false, offset: 0 };
}

/** Null for what breaks the syntax: its words and its meaning are looked for all the same. */
function readOrNull(q: string): SearchQuery | null {
  try {
    return readQuery(q);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return null;
    throw error;
  }
}

/** Characters of the syntax that words and questions do not hold. */
const SYNTAX = ['"', "«", "“", "*"];

/** Whether it says by the syntax what must be found. */
function usesSyntax(q: string): boolean {
  return SYNTAX.some((mark) => q.includes(mark)) || !parseQuery(q).terms.isPlain;
}
