import type { SearchedEditions } from "../../../../db/engine/dated-texts.ts";
import type { DocumentFilter } from "../../../../db/engine/document-filter.ts";
import type { Facets, FullTextHit, FullTextPage, FullTextRequest } from "../../port.ts";
import type { QueryNode } from "../../query/ast.ts";
import type { DocumentSet } from "../document-set.ts";
import type { OpenIndex } from "../live-file.ts";
import { countFacets, found, scored } from "../matching.ts";
import { byRelevance, pageOf } from "../page.ts";
import { inSnapshot, Rarities, type Snapshot } from "../snapshot.ts";

/** A search of other texts than those in force alone: both files are asked, and what they find is put together. */
type PastEditions = Exclude<SearchedEditions, { readonly kind: "in force" }>;

export function searchEditions(
  open: OpenIndex,
  { query, adjacent = [], filter, limit, offset }: FullTextRequest,
  editions: PastEditions,
): FullTextPage {
  const rarities = new Rarities();
  const pages = ofBoth(open, (part, index) => {
    const compared = { ...index, rarities };
    const relevance = index.relevance.fill(0);
    const documents = found(compared, query, filter, relevance);
    keepSearched(part, compared, documents, editions);
    scored(compared, { query, adjacent }, relevance);
    return pageOf(index.database, documents.ids(), relevance, { limit: offset + limit, offset: 0 });
  });
  const hits = pages.flatMap((page) => page.hits).sort(byRelevance);
  const total = pages.reduce((sum, page) => sum + page.total, 0);
  return { total, hits: hits.slice(offset, offset + limit) satisfies FullTextHit[] };
}

export function countEditions(
  open: OpenIndex,
  query: QueryNode,
  filter: DocumentFilter,
  editions: PastEditions,
): number {
  const counts = ofBoth(open, (part, index) => foundIn(part, index, { query, filter, editions }).count());
  return counts.reduce((sum, count) => sum + count, 0);
}

export function facetsOfEditions(
  open: OpenIndex,
  query: QueryNode,
  filter: DocumentFilter,
  editions: PastEditions,
): Facets {
  const [one, other] = ofBoth(open, (part, index) =>
    countFacets(index, foundIn(part, index, { query, filter, editions })),
  );
  const sum = (facet: keyof Facets) => added(one[facet], other[facet]);
  return { domaine: sum("domaine"), type: sum("type"), matiere: sum("matiere") };
}

type Part = "present" | "past";

/** The results on the texts in force, then on the others: a text is in one of the files. */
function ofBoth<Result>(
  open: OpenIndex,
  ask: (part: Part, index: Snapshot) => Result,
): [present: Result, past: Result] {
  return [
    inSnapshot(open.database, (index) => ask("present", index)),
    inSnapshot(open.past(), (index) => ask("past", index)),
  ];
}

interface Asked {
  readonly query: QueryNode;
  readonly filter: DocumentFilter;
  readonly editions: PastEditions;
}

function foundIn(part: Part, index: Snapshot, { query, filter, editions }: Asked): DocumentSet {
  const documents = found(index, query, filter);
  keepSearched(part, index, documents, editions);
  return documents;
}

/** Every text in force is the last one of its document. */
function keepSearched(part: Part, index: Snapshot, documents: DocumentSet, editions: PastEditions): void {
  if (part === "present" && editions.kind === "last") return;
  const days = index.days();
  for (const id of documents.ids()) if (!days.isSearched(id, editions)) documents.remove(id);
}

function added(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> {
  const sums = new Map(one);
  for (const [value, count] of other) sums.set(value, (sums.get(value) ?? 0) + count);
  return sums;
}
