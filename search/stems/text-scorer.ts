import { GREATEST_SATURATION, normOf, rarityOf, saturation } from "../fulltext/bm25.ts";
import { TEXT_WEIGHTS, type TextWeights } from "../weights.ts";
import {
  COUNT_BITS,
  type HeldDocument,
  MOST_TIMES,
  matchPassages,
  type PassageMatch,
  type Postings,
  passageRarity,
  rangeOf,
  type WeightedStems,
} from "./passage-matches.ts";

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
    const { documents } = this.postings;
    for (let index = 0; index < documents.length; index++) {
      const sum = this.documentSums[index] ?? 0;
      const document = documents[index];
      if (sum === 0 || document === undefined || !isCandidate(document)) continue;
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

/** The share of the question's rarity that a label has, times the share of the label that the question has. */
class LabelScorer {
  /** By stem of the reference, where the documents with it in their labels would start. */
  private readonly referenceStarts: Uint32Array;
  /** By stem, where the documents with it in their labels start in `holders`. */
  private readonly starts: Uint32Array;
  private readonly holders: Uint32Array;
  /** By document: number of stems of its label. */
  private readonly sizes: Uint32Array;
  private readonly rarities: Float32Array;
  private readonly counts: Float32Array;
  /** Rarity of the question. */
  private asked = 0;

  /** @param reference the postings by which the rarity of a stem is known. */
  constructor(
    private readonly postings: Postings,
    private readonly reference: Postings,
  ) {
    const { documents, stems, labels, labelStarts } = postings;
    this.sizes = Uint32Array.from(documents, (_, at) => (labelStarts[at + 1] ?? 0) - (labelStarts[at] ?? 0));
    this.referenceStarts = startsOf(reference.labels, reference.stems.size);
    this.starts = startsOf(labels, stems.size);
    this.holders = holdersOf(labels, this.sizes, this.starts);
    this.rarities = new Float32Array(documents.length);
    this.counts = new Float32Array(documents.length);
  }

  /** Computes the scores of a question, which `scoreOf` returns until the next one. */
  ask(question: WeightedStems): void {
    const { rarities, counts, postings, starts, holders } = this;
    rarities.fill(0);
    counts.fill(0);
    this.asked = 0;
    for (const [stem, weight] of question) {
      const number = postings.stems.get(stem);
      const start = number === undefined ? 0 : (starts[number] ?? 0);
      const end = number === undefined ? 0 : (starts[number + 1] ?? 0);
      const rarity = weight * this.rarity(stem);
      this.asked += rarity;
      for (let at = start; at < end; at++) {
        const document = holders[at] ?? 0;
        rarities[document] = (rarities[document] ?? 0) + rarity;
        counts[document] = (counts[document] ?? 0) + weight;
      }
    }
  }

  private rarity(stem: string): number {
    const { referenceStarts, reference } = this;
    const number = reference.stems.get(stem);
    const holders =
      number === undefined ? 0 : (referenceStarts[number + 1] ?? 0) - (referenceStarts[number] ?? 0);
    return rarityOf(holders, reference.documents.length);
  }

  /** 0 to 1. @param document its index in the postings. */
  scoreOf(document: number): number {
    const size = this.sizes[document] ?? 0;
    if (size === 0 || this.asked === 0) return 0;
    return ((this.rarities[document] ?? 0) / this.asked) * ((this.counts[document] ?? 0) / size);
  }
}

/** By stem, where its occurrences start once sorted. */
function startsOf(labels: Uint32Array, stems: number): Uint32Array {
  const starts = new Uint32Array(stems + 1);
  for (let at = 0; at < labels.length; at++) {
    const next = (labels[at] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let stem = 0; stem < stems; stem++) starts[stem + 1] = (starts[stem + 1] ?? 0) + (starts[stem] ?? 0);
  return starts;
}

function holdersOf(labels: Uint32Array, sizes: Uint32Array, starts: Uint32Array): Uint32Array {
  const holders = new Uint32Array(labels.length);
  const ends = starts.slice();
  let at = 0;
  for (let document = 0; document < sizes.length; document++) {
    for (let left = sizes[document] ?? 0; left > 0; left--) {
      const stem = labels[at++] ?? 0;
      const end = ends[stem] ?? 0;
      holders[end] = document;
      ends[stem] = end + 1;
    }
  }
  return holders;
}
