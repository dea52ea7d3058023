import { labelOf } from "../../bofip/text/characters.ts";
import { listStems } from "../embeddings/corpus/terms.ts";

/** The stems of a document's label and of its passages, in text order. */
export interface PostedDocument {
  /** Distinct stems, those of its label first. */
  readonly stems: readonly string[];
  /** Number of stems of its label. */
  readonly labelSize: number;
  readonly passages: readonly PostedPassage[];
}

/** The indexes of the stems of a passage in the document's list, in increasing order, with their counts. */
interface PostedPassage {
  readonly indexes: readonly number[];
  readonly counts: readonly number[];
}

/** Counts the stems of a document's searchable texts (`embeddedText`), one passage each. */
export function postDocument(titre: string, texts: readonly string[]): PostedDocument {
  const label = new Set(listStems(labelOf(titre)));
  const numbers = new Map([...label].map((stem, number) => [stem, number]));
  const tallies: number[] = [];
  const passages = texts.map((text) => postPassage(text, numbers, tallies));
  return { stems: [...numbers.keys()], labelSize: label.size, passages };
}

/** New stems are added to `numbers`. `tallies`, by stem, are 0 before and after: sharing costs less than a map each. */
function postPassage(text: string, numbers: Map<string, number>, tallies: number[]): PostedPassage {
  const indexes: number[] = [];
  for (const stem of listStems(text)) {
    const index = numbers.get(stem) ?? numbers.size;
    if (index === numbers.size) numbers.set(stem, index);
    const tally = tallies[index] ?? 0;
    if (tally === 0) indexes.push(index);
    tallies[index] = tally + 1;
  }
  indexes.sort((left, right) => left - right);
  const counts = indexes.map((index) => tallies[index] ?? 0);
  for (const index of indexes) tallies[index] = 0;
  return { indexes, counts };
}

const SEPARATOR = " ";

/** A document as stored: its stems, separated by spaces, then its label and its passages as bytes. */
export interface StoredPostings {
  readonly stems: string;
  readonly counts: Uint8Array;
}

/**
 * Encodes as LEB128 numbers (seven bits per byte) the size of the label, then one passage after the other: its number
 * of stems, then for each stem the difference from the previous index, and the count.
 */
export function storePostings({ stems, labelSize, passages }: PostedDocument): StoredPostings {
  const bytes: number[] = [];
  pushNumber(bytes, labelSize);
  for (const { indexes, counts } of passages) {
    pushNumber(bytes, indexes.length);
    let previous = 0;
    for (const [at, index] of indexes.entries()) {
      pushNumber(bytes, index - previous);
      pushNumber(bytes, counts[at] ?? 0);
      previous = index;
    }
  }
  return { stems: stems.join(SEPARATOR), counts: Uint8Array.from(bytes) };
}

/** Decodes the output of `storePostings`. */
export function readStored({ stems, counts }: StoredPostings): PostedDocument {
  const numbers = new NumberReader(counts);
  const labelSize = numbers.next();
  const passages: PostedPassage[] = [];
  while (!numbers.isOver()) passages.push(readPassage(numbers));
  return { stems: stems === "" ? [] : stems.split(SEPARATOR), labelSize, passages };
}

function readPassage(numbers: NumberReader): PostedPassage {
  const indexes: number[] = [];
  const counts: number[] = [];
  let index = 0;
  for (let left = numbers.next(); left > 0; left--) {
    index += numbers.next();
    indexes.push(index);
    counts.push(numbers.next());
  }
  return { indexes, counts };
}

const BITS = 7;
const MORE = 2 ** BITS;

function pushNumber(bytes: number[], value: number): void {
  let left = value;
  for (; left >= MORE; left >>>= BITS) bytes.push((left & (MORE - 1)) | MORE);
  bytes.push(left);
}

class NumberReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  isOver(): boolean {
    return this.at >= this.bytes.length;
  }

  next(): number {
    let value = 0;
    for (let shift = 0; !this.isOver(); shift += BITS) {
      const byte = this.bytes[this.at++] ?? 0;
      value |= (byte & (MORE - 1)) << shift;
      if (byte < MORE) break;
    }
    return value;
  }
}
