import { compareSeries } from "../../../db/queries/series.ts";
import { DOCUMENT_TYPES } from "../../../db/schema/documents.ts";
import type { FullTextReader, FullTextRequest } from "../../../search/fulltext/port.ts";
import type { Facets } from "../../schemas/answers/search.ts";

/** How many documents of a whole result each series, kind and subject has, in the order of lists. */
export async function readFacets(
  fulltext: FullTextReader,
  { query, filter, editions }: Pick<FullTextRequest, "query" | "filter" | "editions">,
): Promise<Facets> {
  const { domaine, type, matiere } = await fulltext.facets(query, filter, editions);
  return {
    domaine: listed(domaine, compareSeries),
    type: listed(type, compareTypes),
    matiere: listed(matiere, compareSeries),
  };
}

function listed(counts: ReadonlyMap<string, number>, compare: (one: string, other: string) => number) {
  return [...counts]
    .map(([code, documents]) => ({ code, documents }))
    .toSorted((one, other) => compare(one.code, other.code));
}

const TYPES: readonly string[] = DOCUMENT_TYPES;

function compareTypes(one: string, other: string): number {
  return TYPES.indexOf(one) - TYPES.indexOf(other);
}
