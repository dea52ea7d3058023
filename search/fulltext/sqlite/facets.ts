import type { Facets } from "../port.ts";
import type { DocumentSet } from "./document-set.ts";
import { countTerms } from "./postings/count.ts";
import type { Facet } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";

/** How many of the documents found have each value. */
export function countFacets({ postings }: Snapshot, found: DocumentSet): Facets {
  const counted = (facet: Facet) => countTerms(postings.ofPrefix(facet, ""), found);
  return { domaine: counted("domaine"), type: counted("type"), matiere: counted("matiere") };
}
