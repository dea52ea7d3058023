import type { Database } from "bun:sqlite";
import type { DocumentFilter } from "../../../db/engine/document-filter.ts";
import type { Facets, FullTextPage, FullTextRequest } from "../port.ts";
import type { QueryNode } from "../query/ast.ts";
import { DocumentSet } from "./document-set.ts";
import { evaluate } from "./evaluate.ts";
import { restrict } from "./filter.ts";
import { pageOf } from "./page.ts";
import { countTerms } from "./postings/count.ts";
import { rankAdjacent } from "./relevance/adjacent.ts";
import { weighLabels } from "./relevance/labels.ts";
import type { Facet } from "./schema.ts";
import { assertSealedTitles, inSnapshot, type Snapshot } from "./snapshot.ts";
import { suggestTitles } from "./suggest.ts";

/** The methods of a reader on an open index, synchronous. */
export interface IndexQueries {
  search(database: Database, request: FullTextRequest): FullTextPage;
  count(database: Database, query: QueryNode, filter: DocumentFilter): number;
  facets(database: Database, query: QueryNode, filter: DocumentFilter): Facets;
  wordsBeginning(database: Database, letters: string): Map<string, number>;
  suggest(database: Database, text: string, limit: number): string[];
}

/** Over postings: results are checked against seals, or they throw StoreDamaged. */
export const POSTINGS_QUERIES: IndexQueries = {
  search: (database, { query, adjacent = [], filter, limit, offset }) =>
    inSnapshot(database, (index) => {
      const relevance = index.relevance.fill(0);
      const ids = found(index, query, filter, relevance).ids();
      weighLabels(index, query, relevance);
      rankAdjacent(index, adjacent, relevance);
      return pageOf(database, ids, relevance, { limit, offset });
    }),
  count: (database, query, filter) => inSnapshot(database, (index) => found(index, query, filter).count()),
  facets: (database, query, filter) =>
    inSnapshot(database, (index) => countFacets(index, found(index, query, filter))),
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

function found(
  index: Snapshot,
  query: QueryNode,
  filter: DocumentFilter,
  relevance: Float64Array | null = null,
): DocumentSet {
  const documents = evaluate(index, query, relevance);
  restrict(index, documents, filter);
  return documents;
}

function everyDocument({ collection }: Snapshot): DocumentSet {
  const every = new DocumentSet(collection.capacity);
  for (let id = 0; id < collection.capacity; id++) if (collection.lengths[id] !== 0) every.add(id);
  return every;
}

/** Number of matching documents for each value. */
function countFacets({ postings }: Snapshot, found: DocumentSet): Facets {
  const counted = (facet: Facet) => countTerms(postings.ofPrefix(facet, ""), found);
  return { domaine: counted("domaine"), type: counted("type"), matiere: counted("matiere") };
}
