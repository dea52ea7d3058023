import { listStems } from "../embeddings/corpus/terms.ts";
import { GREATEST_SATURATION, rarityOf, saturation } from "../fulltext/bm25.ts";
import { withinLimit } from "../lexicon/known-questions.ts";
import type { EverydayFrench } from "../lexicon/lexicon.ts";

/** A passage of a document that contains words of a question. */
export interface PassageMatch {
  readonly boiId: string;
  /** Its index among the document's passages. */
  readonly position: number;
  /** In ]0, 1]: share of the question's maximum score. */
  readonly score: number;
}

interface ScoredPostings {
  readonly postings: Postings;
  /** Postings by which the rarity of a stem is known. */
  readonly reference: Postings;
  /** By row: the length normalisation of its counts. */
  readonly norms: Float32Array;
}

interface WeightedRange {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
}

/** By BM25, up to `most` passages of each document, best first. Costs a binary search per word and document. */
export function matchPassages(
  { postings, reference, norms }: ScoredPostings,
  question: WeightedStems,
  documents: readonly HeldDocument[],
  most: number,
): PassageMatch[] {
  const ranges = [...question].map(([stem, weight]): WeightedRange => {
    const [start, end] = rangeOf(postings, stem);
    return { start, end, weight: weight * passageRarity(reference, stem) };
  });
  const greatest = GREATEST_SATURATION * ranges.reduce((sum, { weight }) => sum + weight, 0);
  return documents.flatMap(({ boiId, first, last }) => {
    const sums = new Float32Array(last - first);
    for (const range of ranges) addRows(postings, range, first, norms, sums);
    return bestOf(sums, most).map((position) => ({
      boiId,
      position,
      score: (sums[position] ?? 0) / greatest,
    }));
  });
}

/** How rare a stem is among passages. */
export function passageRarity(reference: Postings, stem: string): number {
  const [start, end] = rangeOf(reference, stem);
  return rarityOf(end - start, reference.lengths.length);
}

/** Adds the weight of a stem to each passage of the document whose rows start at `first`. */
function addRows(
  { entries }: Postings,
  { start, end, weight }: WeightedRange,
  first: number,
  norms: Float32Array,
  sums: Float32Array,
): void {
  for (let at = firstFrom(entries, start, end, first); at < end; at++) {
    const entry = entries[at] ?? 0;
    const row = entry >>> COUNT_BITS;
    const position = row - first;
    if (position >= sums.length) return;
    sums[position] = (sums[position] ?? 0) + weight * saturation(entry & MOST_TIMES, norms[row] ?? 0);
  }
}

/** Index of the first entry of a row from `row` on: the entries of a stem are sorted by row. */
function firstFrom(entries: Uint32Array, start: number, end: number, row: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle] ?? 0) >>> COUNT_BITS < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Positions of the greatest sums above 0, best first, ties by position. */
function bestOf(sums: Float32Array, most: number): number[] {
  const positions: number[] = [];
  for (let position = 0; position < sums.length; position++)
    if ((sums[position] ?? 0) > 0) positions.push(position);
  return positions.sort((one, other) => (sums[other] ?? 0) - (sums[one] ?? 0) || one - other).slice(0, most);
}

/** Weight of each stem of a question. */
export type WeightedStems = ReadonlyMap<string, number>;

interface CompletedQuestion {
  /** Its own stems, then those added. */
  readonly stems: WeightedStems;
  /** What is embedded: the question, then the doctrine's words. */
  readonly text: string;
}

/** Weight of a word added by the lexicon, beside a word asked (docs/search.md, « Words and meaning together »). */
const JOINED_WEIGHT = 0.5;

/** Completes a question: words that are asked are kept, and those that several sources name weigh more. */
export function completeQuestion(
  question: string,
  { lexicon, questions }: EverydayFrench,
): CompletedQuestion {
  const asked = listStems(question);
  const joined = lexicon.joinedTo(asked);
  const restated = questions.restate(asked);
  const stems = new Map<string, number>([
    ...asked.map((stem) => [stem, 1] as const),
    ...joined.stems.map((stem) => [stem, JOINED_WEIGHT] as const),
  ]);
  for (const [stem, weight] of restated.stems) stems.set(stem, (stems.get(stem) ?? 0) + weight);
  const added = withinLimit([restated.words ?? [], joined.words].flat());
  return { stems, text: [question, ...added.map(({ words }) => words)].join(" ") };
}

/** A document and the rows of its passages, from `first` to `last` (excluded). */
export interface HeldDocument {
  /** The document in force; the entry of a past text (`entryOf`). */
  readonly boiId: string;
  readonly domaine: string;
  /** Hash of the content from which its postings were made. */
  readonly hash: string;
  readonly first: number;
  readonly last: number;
}

/** Low bits of an entry: how many times the stem occurs in the passage, up to `MOST_TIMES`. */
export const COUNT_BITS = 8;
export const MOST_TIMES = 2 ** COUNT_BITS - 1;

/**
 * Inverted index of the passages, with counts: 4 bytes per stem and passage. The passages of a document have
 * consecutive rows, and are adjacent among the entries of each stem.
 */
export interface Postings {
  readonly documents: readonly HeldDocument[];
  /** Number of each stem. */
  readonly stems: ReadonlyMap<string, number>;
  /** By stem, where its entries start; one more element gives the end of the last ones. */
  readonly starts: Uint32Array;
  /** A row, then a count in the low bits. */
  readonly entries: Uint32Array;
  /** By row: number of words counted in the passage. */
  readonly lengths: Uint32Array;
  /** By row: the index of its document. */
  readonly owners: Uint32Array;
  /** Stems of the labels, one document after the other. */
  readonly labels: Uint32Array;
  /** By document, where its label starts in `labels`; one more element gives the end of the last one. */
  readonly labelStarts: Uint32Array;
}

export const NO_POSTINGS: Postings = {
  documents: [],
  stems: new Map(),
  starts: new Uint32Array(1),
  entries: new Uint32Array(0),
  lengths: new Uint32Array(0),
  owners: new Uint32Array(0),
  labels: new Uint32Array(0),
  labelStarts: new Uint32Array(1),
};

/** Where the entries of a stem start and end. */
export function rangeOf({ stems, starts }: Postings, stem: string): readonly [number, number] {
  const number = stems.get(stem);
  return number === undefined ? [0, 0] : [starts[number] ?? 0, starts[number + 1] ?? 0];
}
