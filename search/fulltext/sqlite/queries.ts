import type { Database } from "bun:sqlite";
import { IN_FORCE, type SearchedEditions } from "../../../db/engine/dated-texts.ts";
import type { DocumentFilter } from "../../../db/engine/document-filter.ts";
import type { Facets, FullTextPage, FullTextRequest } from "../port.ts";
import type { QueryNode } from "../query/ast.ts";
import type { OpenIndex } from "./live-file.ts";
import { countFacets, countTerms, everyDocument, found, scored } from "./matching.ts";
import { pageOf } from "./page.ts";
import { countEditions, facetsOfEditions, searchEditions } from "./parts/queries.ts";
import { assertSealedTitles, inSnapshot } from "./snapshot.ts";
import { suggestTitles } from "./suggest.ts";

/** The methods of a reader on an open index, synchronous. */
export interface IndexQueries {
  search(open: OpenIndex, request: FullTextRequest): FullTextPage;
  count(open: OpenIndex, query: QueryNode, filter: DocumentFilter, editions?: SearchedEditions): number;
  facets(open: OpenIndex, query: QueryNode, filter: DocumentFilter, editions?: SearchedEditions): Facets;
  wordsBeginning(database: Database, letters: string): Map<string, number>;
  suggest(database: Database, text: string, limit: number): string[];
}

/** Over postings: results are checked against seals, or they throw StoreDamaged. */
export const POSTINGS_QUERIES: IndexQueries = {
  search(open, request) {
    const { query, adjacent = [], filter, editions = IN_FORCE, limit, offset } = request;
    if (editions.kind !== "in force") return searchEditions(open, request, editions);
    return inSnapshot(open.database, (index) => {
      const relevance = index.relevance.fill(0);
      const ids = found(index, query, filter, relevance).ids();
      scored(index, { query, adjacent }, relevance);
      return pageOf(open.database, ids, relevance, { limit, offset });
    });
  },
  count: (open, query, filter, editions = IN_FORCE) =>
    editions.kind === "in force"
      ? inSnapshot(open.database, (index) => found(index, query, filter).count())
      : countEditions(open, query, filter, editions),
  facets: (open, query, filter, editions = IN_FORCE) =>
    editions.kind === "in force"
      ? inSnapshot(open.database, (index) => countFacets(index, found(index, query, filter)))
      : facetsOfEditions(open, query, filter, editions),
  wordsBeginning: (database, letters) =>
    inSnapshot(database, (index) =>
      countTerms(index.postings.ofPrefix("word", letters), everyDocument(index)),
    ),
  suggest: (database, text, limit) =>
    inSnapshot(database, (index) => {
      assertSealedTitles(index);
      return suggestTitles(database, text, limit);
    }),
};
