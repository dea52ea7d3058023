import { lawKey } from "../../../bofip/law/citation.ts";
import {
  conditionsOf,
  type DocumentFilter,
  type FilterTable,
  nodeIdentifier,
} from "../../../db/engine/document-filter.ts";
import { STOP_WORDS, stem } from "../analyzer/index.ts";
import { GREATEST_SATURATION, rarityOf } from "../bm25.ts";
import type { Facets, FullTextRequest } from "../port.ts";
import type { QueryNode } from "../query/ast.ts";
import { DocumentSet, evaluate } from "./evaluate.ts";
import { type Collection, countOf, documentOf, type PostingList } from "./postings/read-postings.ts";
import type { Facet, Field } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";

/** The texts of a file that match, whatever their days. */
export function found(
  index: Snapshot,
  query: QueryNode,
  filter: DocumentFilter,
  relevance: Float64Array | null = null,
): DocumentSet {
  const documents = evaluate(index, query, relevance);
  restrict(index, documents, filter);
  return documents;
}

/** Adds to the relevance of what was found what the query has in common with labels, and its citations. */
export function scored(
  index: Snapshot,
  { query, adjacent }: Required<Pick<FullTextRequest, "query" | "adjacent">>,
  relevance: Float64Array,
): void {
  weighLabels(index, query, relevance);
  rankAdjacent(index, adjacent, relevance);
}

/** Every text of a file. */
export function everyDocument({ collection }: Snapshot): DocumentSet {
  const every = new DocumentSet(collection.capacity);
  for (let id = 0; id < collection.capacity; id++) if (collection.lengths[id] !== 0) every.add(id);
  return every;
}

/** Number of matching documents for each value. */
export function countFacets({ postings }: Snapshot, found: DocumentSet): Facets {
  const counted = (facet: Facet) => countTerms(postings.ofPrefix(facet, ""), found);
  return { domaine: counted("domaine"), type: counted("type"), matiere: counted("matiere") };
}

/** For each term, how many of the given documents have it; terms that none has are absent. */
export function countTerms(lists: readonly PostingList[], documents: DocumentSet): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) {
    const count = countIn(list, documents);
    if (count > 0) counts.set(list.term, (counts.get(list.term) ?? 0) + count);
  }
  return counts;
}

function countIn({ first, entries }: PostingList, documents: DocumentSet): number {
  let count = 0;
  for (let at = 0; at < entries.length; at++) {
    if (documents.has(documentOf(entries[at] ?? 0, first))) count += 1;
  }
  return count;
}

/** Above any sum of weights: some 20 for each of 32 words. */
const SIDE_BY_SIDE_SCORE = 1_000;

/**
 * Documents with all the citations (stems of each) side by side come before those with some, and these before the
 * others; within each, a phrase's weight is added. `relevance` is by document number.
 */
function rankAdjacent(
  index: Snapshot,
  adjacent: readonly (readonly string[])[],
  relevance: Float64Array,
): void {
  if (adjacent.length === 0) return;
  const capacity = index.collection.capacity;
  const some = new DocumentSet(capacity);
  let all: DocumentSet | null = null;
  for (const stems of adjacent) {
    const phrase: QueryNode = { kind: "phrase", stems };
    const holders = evaluate(index, phrase, relevance);
    some.addAll(holders);
    if (all === null) all = holders;
    else all.keepAll(holders);
  }
  raise(some, relevance);
  if (all !== null && adjacent.length > 1) raise(all, relevance);
}

function raise(documents: DocumentSet, relevance: Float64Array): void {
  for (const id of documents.ids()) relevance[id] = (relevance[id] ?? 0) + SIDE_BY_SIDE_SCORE;
}

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
function restrict(index: Snapshot, found: DocumentSet, filter: DocumentFilter): void {
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

/** For a label that is the query, beside the most that its words could weigh in a text (docs/search.md). */
const LABEL_WEIGHT = 0.3;

/** Labels have no stop words; phrases do. */
const STOP_STEMS: ReadonlySet<string> = new Set([...STOP_WORDS].map(stem));

/**
 * Adds to the relevance of documents how well their label and the query cover each other: the rarity among labels of
 * the words that they share, times the share of the label that they are. A document is thus found by its own title.
 * @throws {StoreDamaged}
 */
function weighLabels(
  { postings, collection, shared, rarities }: Snapshot,
  query: QueryNode,
  relevance: Float64Array,
): void {
  const stems = [...new Set(soughtStems(query))];
  const sought = stems.map((stem) => ({ stem, lists: postings.ofTerm("label", stem) }));
  for (const { stem, lists } of sought) {
    const holders = lists.reduce((sum, list) => sum + countHolders(list, collection), 0);
    const own = rarityOf(holders, collection.documents);
    const rarity = rarities === null ? own : rarities.of(stem, own);
    for (const list of lists) share(list, rarity, shared);
  }
  for (const { lists } of sought) for (const list of lists) weigh(list, shared, relevance);
}

/** The stems of the words and phrases that a query seeks, without the stop words of phrases. */
function soughtStems(node: QueryNode): string[] {
  switch (node.kind) {
    case "word":
      return [node.stem];
    case "phrase":
      return node.stems.filter((sought) => !STOP_STEMS.has(sought));
    case "or":
      return node.branches.flatMap(soughtStems);
    case "and":
      return node.required.flatMap(soughtStems);
    default:
      return [];
  }
}

// Indexed loops in small functions: `for … of` over a typed array costs ten times more on Bun 1.4.

function countHolders({ first, entries }: PostingList, { lengths }: Collection): number {
  let holders = 0;
  for (let at = 0; at < entries.length; at++)
    if (lengths[documentOf(entries[at] ?? 0, first)] !== 0) holders += 1;
  return holders;
}

function share(
  { first, entries }: PostingList,
  rarity: number,
  { rarities, counts }: Snapshot["shared"],
): void {
  for (let at = 0; at < entries.length; at++) {
    const id = documentOf(entries[at] ?? 0, first);
    rarities[id] = (rarities[id] ?? 0) + rarity;
    counts[id] = (counts[id] ?? 0) + 1;
  }
}

/** Adds what each label of a list shares with the query, once: it is then forgotten. */
function weigh(
  { first, entries }: PostingList,
  { rarities, counts }: Snapshot["shared"],
  relevance: Float64Array,
): void {
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] ?? 0;
    const id = documentOf(entry, first);
    const ofLabel = (counts[id] ?? 0) / countOf(entry);
    relevance[id] = (relevance[id] ?? 0) + LABEL_WEIGHT * GREATEST_SATURATION * (rarities[id] ?? 0) * ofLabel;
    rarities[id] = 0;
    counts[id] = 0;
  }
}
