import { rarityOf } from "../fulltext/bm25.ts";
import type { Postings } from "./postings.ts";
import type { WeightedStems } from "./question.ts";

/**
 * Scores the labels of documents by a question: the share of the question's rarity that the label has, times the share
 * of the label that the question has. A document is thus found by its own title.
 */
export class LabelScorer {
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

/** The documents of each stem, stem by stem. */
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
