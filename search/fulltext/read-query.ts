import { passageExcerpt } from "./excerpt/passage.ts";
import { EXCERPT_LENGTH, excerpt } from "./excerpt.ts";
import { parseQuery } from "./query/parse.ts";
import type { SearchQuery } from "./search-query.ts";

/**
 * Parses a query with the search syntax and the French analyzer, for any engine.
 * @throws {QuerySyntaxError} when the query breaks the syntax or its bounds
 */
export function readQuery(q: string): SearchQuery {
  const parsed = parseQuery(q);
  return {
    ...parsed,
    excerptOf: (texte, stretch) =>
      stretch === undefined
        ? excerpt(texte, parsed)
        : { extrait: passageExcerpt(texte, stretch, EXCERPT_LENGTH), start: stretch.start },
  };
}
