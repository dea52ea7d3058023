import { lawKey } from "../../../bofip/law/citation.ts";
import {
  conditionsOf,
  type DocumentFilter,
  type FilterTable,
  nodeIdentifier,
} from "../../../db/engine/document-filter.ts";
import { DocumentSet } from "./document-set.ts";
import { documentOf } from "./postings/entry.ts";
import type { PostingList } from "./postings/read-postings.ts";
import type { Field } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";

/** Documents that have one of several terms in a field. */
interface Holding {
  readonly field: Field;
  readonly terms: readonly string[];
}

const HOLDINGS: FilterTable<Holding> = {
  value: (name, value) => ({ field: name, terms: [value] }),
  chemin: (path) => ({ field: "node", terms: [nodeIdentifier(path)] }),
  articles: (keys) => ({ field: "article", terms: keys }),
  decision: (cle) => ({ field: "article", terms: [lawKey("decision", cle)] }),
  norme: (cle) => ({ field: "article", terms: [lawKey("norme", cle)] }),
  reponse: (cle) => ({ field: "article", terms: [lawKey("reponse", cle)] }),
};

/** Removes from `found` the documents that do not match a filter. */
export function restrict(index: Snapshot, found: DocumentSet, filter: DocumentFilter): void {
  for (const holding of conditionsOf(HOLDINGS, filter)) found.keepAll(holdersOf(index, holding));
}

/** The documents that have one of several terms, possibly including removed ones. */
function holdersOf({ postings, collection }: Snapshot, { field, terms }: Holding): DocumentSet {
  const holders = new DocumentSet(collection.capacity);
  for (const term of terms) for (const list of postings.ofTerm(field, term)) addAll(list, holders);
  return holders;
}

function addAll({ first, entries }: PostingList, holders: DocumentSet): void {
  for (let at = 0; at < entries.length; at++) holders.add(documentOf(entries[at] ?? 0, first));
}
