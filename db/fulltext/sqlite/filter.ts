import { type DocumentFilter, nodeIdentifier } from "../../engine/document-filter.ts";
import { DocumentSet } from "./document-set.ts";
import { documentOf } from "./postings/entry.ts";
import type { PostingList } from "./postings/read.ts";
import type { Field } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";

/** Keeps those of the documents found that a filter lets through. */
export function restrict(index: Snapshot, found: DocumentSet, filter: DocumentFilter): void {
  const { domaine, type, matiere, chemin, articles } = filter;
  const keep = (field: Field, ...terms: readonly string[]) => found.keepAll(holdersOf(index, field, terms));
  if (domaine !== null) keep("domaine", domaine);
  if (type !== null) keep("type", type);
  if (matiere !== null) keep("matiere", matiere);
  if (chemin !== null) keep("node", nodeIdentifier(chemin));
  if (articles !== null) keep("article", ...articles);
}

/** The documents that hold one of some terms, and others perhaps that have left. */
function holdersOf({ postings, collection }: Snapshot, field: Field, terms: readonly string[]): DocumentSet {
  const holders = new DocumentSet(collection.capacity);
  for (const term of terms) for (const list of postings.ofTerm(field, term)) addAll(list, holders);
  return holders;
}

function addAll({ first, entries }: PostingList, holders: DocumentSet): void {
  for (let at = 0; at < entries.length; at++) holders.add(documentOf(entries[at] ?? 0, first));
}
