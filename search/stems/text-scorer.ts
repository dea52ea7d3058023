import { GREATEST_SATURATION, normOf, rarityOf, saturation } from "../fulltext/bm25.ts";
import { TEXT_WEIGHTS, type TextWeights } from "../weights.ts";
import { LabelScorer } from "./label-scorer.ts";
import { matchPassages, type PassageMatch, passageRarity } from "./passage-matches.ts";
import { COUNT_BITS, type HeldDocument, MOST_TIMES, type Postings, rangeOf } from "./postings.ts";
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
 * Scores documents by the words of a question: the BM25 of the document, that of its best passage and the mean of its
 * three best, each divided by the question's maximum score, and how well its label and the question cover each other
 * (`../weights.ts`). A question in words that the doctrine does not use then scores low, and lets the meaning decide.
 */
export class TextScorer {
  private readonly labels: LabelScorer;
  /** Index of each document. */
  private readonly indexes: ReadonlyMap<string, number>;
  private readonly passageNorms: Float32Array;
  private readonly documentNorms: Float32Array;
  private readonly passageSums: Float32Array;
  private readonly documentSums: Float32Array;

  /**
   * @param reference the postings by which the rarity of a stem and the usual lengths are known: those of the documents
   * in force also score past texts, which are too few or too alike to tell, and so compare with them.
   */
  constructor(
    private readonly postings: Postings,
    private readonly weights: TextWeights = TEXT_WEIGHTS,
    private readonly reference: Postings = postings,
  ) {
    const { documents, lengths } = postings;
    const words = sumOf(reference.lengths, 0, reference.lengths.length);
    this.labels = new LabelScorer(postings, reference);
    this.indexes = new Map(documents.map(({ boiId }, index) => [boiId, index]));
    this.passageNorms = normsOf(lengths, words / reference.lengths.length);
    this.documentNorms = normsOf(
      Uint32Array.from(documents, ({ first, last }) => sumOf(lengths, first, last)),
      words / reference.documents.length,
    );
    this.passageSums = new Float32Array(lengths.length);
    this.documentSums = new Float32Array(documents.length);
  }

  /** The documents that contain words of the question, best first, ties by identifier. */
  rank(question: WeightedStems, isCandidate: (document: HeldDocument) => boolean): TextMatch[] {
    const { weights } = this;
    const most = this.addUp(question);
    this.labels.ask(question);
    const matches: TextMatch[] = [];
    for (const [index, document] of this.postings.documents.entries()) {
      const sum = this.documentSums[index] ?? 0;
      if (sum === 0 || !isCandidate(document)) continue;
      const { best, first, firstThree } = greatestOf(this.passageSums, document.first, document.last);
      const score =
        weights.document * (sum / most.document) +
        weights.passage * (first / most.passage) +
        weights.passages * (firstThree / (3 * most.passage)) +
        weights.label * this.labels.scoreOf(index);
      matches.push({ boiId: document.boiId, score, position: best - document.first });
    }
    return matches.sort((left, right) => right.score - left.score || (left.boiId < right.boiId ? -1 : 1));
  }

  /** The passages of documents that contain words of the question, up to `most` of each, best first. */
  passagesOf(question: WeightedStems, boiIds: readonly string[], most: number): PassageMatch[] {
    const { postings, reference, passageNorms } = this;
    const documents = boiIds.flatMap((boiId) => postings.documents[this.indexes.get(boiId) ?? -1] ?? []);
    return matchPassages({ postings, reference, norms: passageNorms }, question, documents, most);
  }

  /** Accumulates the score of each text in the sums; returns the maximum possible scores. */
  private addUp(question: WeightedStems): { readonly passage: number; readonly document: number } {
    const { postings, reference, passageSums, documentSums } = this;
    passageSums.fill(0);
    documentSums.fill(0);
    const most = { passage: 0, document: 0 };
    for (const [stem, weight] of question) {
      const [start, end] = rangeOf(postings, stem);
      const owners = countOwners(reference, ...rangeOf(reference, stem));
      const passageWeight = weight * passageRarity(reference, stem);
      const documentWeight = weight * rarityOf(owners, reference.documents.length);
      addPassages(postings, start, end, passageWeight, this.passageNorms, passageSums);
      addDocuments(postings, start, end, documentWeight, this.documentNorms, documentSums);
      most.passage += passageWeight * GREATEST_SATURATION;
      most.document += documentWeight * GREATEST_SATURATION;
    }
    return most;
  }
}

function normsOf(lengths: Uint32Array, mean: number): Float32Array {
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

interface GreatestSums {
  /** Row of the greatest one. */
  readonly best: number;
  readonly first: number;
  /** Total of the three greatest. */
  readonly firstThree: number;
}

/** The greatest sums of a document's passages. */
function greatestOf(sums: Float32Array, start: number, end: number): GreatestSums {
  let best = start;
  let [first, second, third] = [0, 0, 0];
  for (let row = start; row < end; row++) {
    const sum = sums[row] ?? 0;
    if (sum <= third) continue;
    if (sum > first) best = row;
    third = Math.min(second, sum);
    second = Math.max(Math.min(first, sum), second);
    first = Math.max(first, sum);
  }
  return { best, first, firstThree: first + second + third };
}
