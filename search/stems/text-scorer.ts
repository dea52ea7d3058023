import { GREATEST_SATURATION, normOf, saturation } from "../fulltext/bm25.ts";
import { COUNT_BITS, type HeldDocument, MOST_TIMES, type Postings } from "./postings.ts";
import type { WeightedStems } from "./question.ts";

/** A document that contains words of a question. */
export interface TextMatch {
  readonly boiId: string;
  /** In ]0, 1]: share of the question's maximum score. */
  readonly score: number;
  /** Index of the document's passage that matches the question best. */
  readonly position: number;
}

/**
 * Scores documents by the words of a question: half the BM25 of the document, half that of its best passage, each
 * divided by the question's maximum score. A question in words that the doctrine does not use then scores low, and
 * lets the meaning decide.
 */
export class TextScorer {
  private readonly passageNorms: Float32Array;
  private readonly documentNorms: Float32Array;
  private readonly passageSums: Float32Array;
  private readonly documentSums: Float32Array;

  constructor(private readonly postings: Postings) {
    const { documents, lengths } = postings;
    this.passageNorms = normsOf(lengths);
    this.documentNorms = normsOf(
      Uint32Array.from(documents, ({ first, last }) => sumOf(lengths, first, last)),
    );
    this.passageSums = new Float32Array(lengths.length);
    this.documentSums = new Float32Array(documents.length);
  }

  /** The documents that contain words of the question, best first, ties by identifier. */
  rank(question: WeightedStems, isCandidate: (document: HeldDocument) => boolean): TextMatch[] {
    const most = this.addUp(question);
    const matches: TextMatch[] = [];
    for (const [index, document] of this.postings.documents.entries()) {
      const sum = this.documentSums[index] ?? 0;
      if (sum === 0 || !isCandidate(document)) continue;
      const best = bestOf(this.passageSums, document.first, document.last);
      const score = (sum / most.document + (this.passageSums[best] ?? 0) / most.passage) / 2;
      matches.push({ boiId: document.boiId, score, position: best - document.first });
    }
    return matches.sort((left, right) => right.score - left.score || (left.boiId < right.boiId ? -1 : 1));
  }

  /** Accumulates the score of each text in the sums; returns the maximum possible scores. */
  private addUp(question: WeightedStems): { readonly passage: number; readonly document: number } {
    const { postings, passageSums, documentSums } = this;
    passageSums.fill(0);
    documentSums.fill(0);
    const most = { passage: 0, document: 0 };
    for (const [stem, weight] of question) {
      const [start, end] = rangeOf(postings, stem);
      const owners = countOwners(postings, start, end);
      const passageWeight = weight * rarity(end - start, passageSums.length);
      const documentWeight = weight * rarity(owners, documentSums.length);
      addPassages(postings, start, end, passageWeight, this.passageNorms, passageSums);
      addDocuments(postings, start, end, documentWeight, this.documentNorms, documentSums);
      most.passage += passageWeight * GREATEST_SATURATION;
      most.document += documentWeight * GREATEST_SATURATION;
    }
    return most;
  }
}

function rangeOf({ stems, starts }: Postings, stem: string): readonly [number, number] {
  const number = stems.get(stem);
  return number === undefined ? [0, 0] : [starts[number] ?? 0, starts[number + 1] ?? 0];
}

/** Inverse document frequency as in BM25, above 0 even for a stem found in all texts. */
function rarity(frequency: number, total: number): number {
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
}

function normsOf(lengths: Uint32Array): Float32Array {
  const mean = sumOf(lengths, 0, lengths.length) / lengths.length;
  return Float32Array.from(lengths, (length) => normOf(length / mean));
}

// Indexed loops in small functions: `for … of` over a typed array costs ten times more on Bun 1.4.

function sumOf(values: Uint32Array, start: number, end: number): number {
  let sum = 0;
  for (let i = start; i < end; i++) sum += values[i] ?? 0;
  return sum;
}

/** Number of distinct documents among the entries. */
function countOwners({ entries, owners }: Postings, start: number, end: number): number {
  let count = 0;
  let previous = -1;
  for (let i = start; i < end; i++) {
    const owner = owners[(entries[i] ?? 0) >>> COUNT_BITS] ?? 0;
    if (owner !== previous) count += 1;
    previous = owner;
  }
  return count;
}

function addPassages(
  { entries }: Postings,
  start: number,
  end: number,
  weight: number,
  norms: Float32Array,
  sums: Float32Array,
): void {
  for (let i = start; i < end; i++) {
    const entry = entries[i] ?? 0;
    const row = entry >>> COUNT_BITS;
    const times = entry & MOST_TIMES;
    sums[row] = (sums[row] ?? 0) + weight * saturation(times, norms[row] ?? 0);
  }
}

function addDocuments(
  { entries, owners }: Postings,
  start: number,
  end: number,
  weight: number,
  norms: Float32Array,
  sums: Float32Array,
): void {
  for (let i = start; i < end; ) {
    const owner = owners[(entries[i] ?? 0) >>> COUNT_BITS] ?? 0;
    let times = 0;
    for (; i < end && owners[(entries[i] ?? 0) >>> COUNT_BITS] === owner; i++)
      times += (entries[i] ?? 0) & MOST_TIMES;
    sums[owner] = (sums[owner] ?? 0) + weight * saturation(times, norms[owner] ?? 0);
  }
}

function bestOf(sums: Float32Array, first: number, last: number): number {
  let best = first;
  for (let row = first + 1; row < last; row++) if ((sums[row] ?? 0) > (sums[best] ?? 0)) best = row;
  return best;
}
