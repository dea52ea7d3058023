import type { SearchedEditions } from "../../../db/engine/dated-texts.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { DERIVED_STORES } from "../../../db/runs/view.ts";
import { parseQuery } from "../../../search/fulltext/query/parse.ts";
import { QuerySyntaxError } from "../../../search/fulltext/query/syntax-error.ts";
import { readQuery, type SearchQuery } from "../../../search/fulltext/read-query.ts";
import type { StoreLag } from "../../questions/not-seen.ts";
import { isQuestion } from "../../questions/warnings.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import { type HybridDeps, isProvisional, searchHybrid } from "../hybrid/service.ts";
import type { Facets, HybridHit, SearchHit, SearchWarning } from "./answer.ts";
import { type SearchDeps, searchDocuments } from "./service.ts";

export type TextSearchDeps = HybridDeps & SearchDeps & { readonly storeLag: StoreLag };

/** The results for a free query of words or a question, whatever its author knows of the syntax. */
export interface FoundTexts {
  /** How the results were found: `exact` for a query that uses the syntax, or when questions can't be answered. */
  readonly by: "words and meaning" | "words" | "exact" | "exact, questions away";
  readonly results: readonly (SearchHit & Partial<Pick<HybridHit, "passages">>)[];
  /** How many documents contain all the words; null for a question, whose words are optional. */
  readonly total: number | null;
  readonly warnings: readonly SearchWarning[];
  /** Counts of the documents that contain all the words; null for a question. */
  readonly facets: Facets | null;
  /** Whether the second stage was due and did not answer: the same search may soon give a better order. */
  readonly isProvisional: boolean;
}

interface TextSearch {
  readonly q: string;
  readonly filter: AskedFilter;
  readonly editions: SearchedEditions;
  /** Latest editions first, of the documents that contain all the words; null for the most relevant first. */
  readonly order: "date" | null;
  readonly limit: number;
  /** From 1, of all the documents that contain all the words; null for the closest ones, by meaning too. */
  readonly page: number | null;
}

/**
 * Searches the texts for a free query: by words and meaning together, or exactly when it uses the syntax (« … », OU,
 * SAUF, préf*) or asks for a page or an order. By words alone when meaning is unavailable, exactly when those are too.
 * @throws {QuerySyntaxError} when a page of an unreadable query is asked for.
 * @throws {EngineUnavailable} when both are unavailable.
 */
export async function searchTexts(deps: TextSearchDeps, search: TextSearch): Promise<FoundTexts> {
  const { q, filter, editions, order, limit, page } = search;
  const mustBeExact = editions.kind !== "in force" || order !== null || page !== null;
  const query = mustBeExact ? readQuery(q) : readOrNull(q);
  const isExact = query !== null && (mustBeExact || usesSyntax(q));
  if (isExact) return await searchExactly(deps, query, search, "exact");
  try {
    // Sequential: nothing is still running once the answer has been sent.
    const found = await searchHybrid(deps, { question: q, filter, limit, marked: query });
    const isCounted = query !== null && !isQuestion(q);
    const counted = isCounted
      ? await searchDocuments(deps, { query, hasFacets: true, filter, editions, limit: 1, offset: 0 })
      : null;
    const lag = await deps.storeLag.warnings(DERIVED_STORES, null);
    const others = (counted?.avertissements ?? []).filter(({ code }) => code !== "index_en_retard");
    const warnings = [...lag, ...others];
    const by = found.version === null ? "words" : "words and meaning";
    const { total = null, facettes: facets = null } = counted ?? {};
    return { by, results: found.results, total, facets, warnings, isProvisional: isProvisional(found) };
  } catch (error) {
    if (!(error instanceof EngineUnavailable) || query === null) throw error;
    return await searchExactly(deps, query, search, "exact, questions away");
  }
}

async function searchExactly(
  deps: TextSearchDeps,
  query: SearchQuery,
  { filter, editions, order, limit, page }: TextSearch,
  by: FoundTexts["by"],
): Promise<FoundTexts> {
  const {
    results,
    total,
    facettes: facets = null,
    avertissements = [],
  } = await searchDocuments(deps, {
    query,
    hasFacets: true,
    filter,
    editions,
    order,
    limit,
    offset: ((page ?? 1) - 1) * limit,
  });
  return { by, results, total, facets, warnings: avertissements, isProvisional: false };
}

/** Null for a syntax error: the words and the meaning are searched for all the same. */
function readOrNull(q: string): SearchQuery | null {
  try {
    return readQuery(q);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return null;
    throw error;
  }
}

/** Characters of the syntax that ordinary words and questions do not contain. */
const SYNTAX = ['"', "«", "“", "*"];

function usesSyntax(q: string): boolean {
  return SYNTAX.some((mark) => q.includes(mark)) || !parseQuery(q).terms.isPlain;
}
