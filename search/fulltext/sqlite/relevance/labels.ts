import { STOP_WORDS, stem } from "../../analyzer/index.ts";
import { GREATEST_SATURATION, rarityOf } from "../../bm25.ts";
import type { QueryNode } from "../../query/ast.ts";
import { countOf, documentOf } from "../postings/entry.ts";
import type { Collection } from "../postings/lengths.ts";
import type { PostingList } from "../postings/read-postings.ts";
import type { Snapshot } from "../snapshot.ts";

/** Of a label that is the query, beside the most that its words could weigh in a text (docs/search.md). */
const LABEL_WEIGHT = 0.3;

/** Labels have no stop words; phrases do. */
const STOP_STEMS: ReadonlySet<string> = new Set([...STOP_WORDS].map(stem));

/**
 * Adds to the relevance of documents how well their label and the query cover each other: the rarity among labels of
 * the words that they share, times the share of the label that they are. A document is thus found by its own title.
 * @throws {StoreDamaged}
 */
export function weighLabels(
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
