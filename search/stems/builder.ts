import { COUNT_BITS, type HeldDocument, MOST_TIMES, type Postings } from "./passage-matches.ts";
import type { PostedDocument } from "./posted-document.ts";

/**
 * Builds postings from the previous ones and the new documents: unchanged entries are copied, not read again.
 * Unchanged documents keep their order and new ones come after; no result depends on that order.
 */
export class PostingsBuilder {
  private readonly documents: HeldDocument[] = [];
  private readonly stems: Map<string, number>;
  private readonly lengths = new GrowingArray();
  private readonly owners = new GrowingArray();
  private readonly labels = new GrowingArray();
  private readonly labelStarts = new GrowingArray();
  private readonly addedStems = new GrowingArray();
  private readonly addedEntries = new GrowingArray();
  /** By previous row: its new row plus one; 0 when it was removed. */
  private readonly moves: Uint32Array;

  /** @param isKept whether a previous document is unchanged. */
  constructor(
    private readonly previous: Postings,
    isKept: (document: HeldDocument) => boolean,
  ) {
    this.stems = new Map(previous.stems);
    this.moves = new Uint32Array(previous.lengths.length);
    for (const [index, document] of previous.documents.entries())
      if (isKept(document)) this.keep(index, document);
  }

  add(
    document: Pick<HeldDocument, "boiId" | "domaine" | "hash">,
    { stems, labelSize, passages }: PostedDocument,
  ): void {
    const first = this.lengths.length;
    const numbers = stems.map((stem) => this.numberOf(stem));
    this.addLabel(numbers.slice(0, labelSize));
    for (const { indexes, counts } of passages) {
      let length = 0;
      for (let i = 0; i < indexes.length; i++) {
        const count = counts[i] ?? 0;
        length += count;
        this.addedStems.push(numbers[indexes[i] ?? 0] ?? 0);
        this.addedEntries.push(entryOf(this.lengths.length, Math.min(count, MOST_TIMES)));
      }
      this.addRow(length);
    }
    const { boiId, domaine, hash } = document;
    this.documents.push({ boiId, domaine, hash, first, last: this.lengths.length });
  }

  build(): Postings {
    const { previous, moves, stems } = this;
    const [addedStems, addedEntries] = [this.addedStems.view(), this.addedEntries.view()];
    const starts = new Uint32Array(stems.size + 1);
    countKept(previous, moves, starts);
    countAdded(addedStems, starts);
    for (let stem = 0; stem < stems.size; stem++)
      starts[stem + 1] = (starts[stem + 1] ?? 0) + (starts[stem] ?? 0);
    const entries = new Uint32Array(starts[stems.size] ?? 0);
    const ends = starts.slice();
    putKept(previous, moves, entries, ends);
    putAdded(addedStems, addedEntries, entries, ends);
    const lengths = this.lengths.view().slice();
    this.labelStarts.push(this.labels.length);
    const labels = this.labels.view().slice();
    const labelStarts = this.labelStarts.view().slice();
    const owners = this.owners.view().slice();
    return { documents: this.documents, stems, starts, entries, lengths, owners, labels, labelStarts };
  }

  private keep(index: number, document: HeldDocument): void {
    const { labels, labelStarts } = this.previous;
    this.addLabel(labels.subarray(labelStarts[index], labelStarts[index + 1]));
    const first = this.lengths.length;
    for (let row = document.first; row < document.last; row++) {
      this.addRow(this.previous.lengths[row] ?? 0);
      this.moves[row] = this.lengths.length;
    }
    this.documents.push({ ...document, first, last: this.lengths.length });
  }

  private addLabel(stems: ArrayLike<number>): void {
    this.labelStarts.push(this.labels.length);
    for (let at = 0; at < stems.length; at++) this.labels.push(stems[at] ?? 0);
  }

  /** Call before adding its document to the list. */
  private addRow(length: number): void {
    this.lengths.push(length);
    this.owners.push(this.documents.length);
  }

  private numberOf(stem: string): number {
    const number = this.stems.get(stem) ?? this.stems.size;
    this.stems.set(stem, number);
    return number;
  }
}

/** Not by a shift, which would make a row beyond 2²³ negative. */
function entryOf(row: number, count: number): number {
  return row * 2 ** COUNT_BITS + count;
}

// Indexed loops in small functions: `for … of` over a typed array costs ten times more on Bun 1.4.

/** Adds to `counts[stem + 1]` the number of entries of each stem whose rows remain. */
function countKept({ starts, entries }: Postings, moves: Uint32Array, counts: Uint32Array): void {
  for (let stem = 0; stem + 1 < starts.length; stem++) {
    const end = starts[stem + 1] ?? 0;
    let kept = 0;
    for (let i = starts[stem] ?? 0; i < end; i++) {
      if (moves[(entries[i] ?? 0) >>> COUNT_BITS] !== 0) kept += 1;
    }
    counts[stem + 1] = kept;
  }
}

function countAdded(stems: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < stems.length; i++) {
    const next = (stems[i] ?? 0) + 1;
    counts[next] = (counts[next] ?? 0) + 1;
  }
}

function putKept(previous: Postings, moves: Uint32Array, entries: Uint32Array, ends: Uint32Array): void {
  const { starts } = previous;
  for (let stem = 0; stem + 1 < starts.length; stem++) {
    const end = starts[stem + 1] ?? 0;
    let at = ends[stem] ?? 0;
    for (let i = starts[stem] ?? 0; i < end; i++) {
      const entry = previous.entries[i] ?? 0;
      const move = moves[entry >>> COUNT_BITS] ?? 0;
      if (move !== 0) entries[at++] = entryOf(move - 1, entry & MOST_TIMES);
    }
    ends[stem] = at;
  }
}

function putAdded(stems: Uint32Array, added: Uint32Array, entries: Uint32Array, ends: Uint32Array): void {
  for (let i = 0; i < stems.length; i++) {
    const stem = stems[i] ?? 0;
    const at = ends[stem] ?? 0;
    entries[at] = added[i] ?? 0;
    ends[stem] = at + 1;
  }
}

const FIRST_SIZE = 1024;

/** A `Uint32Array` with `push`. */
class GrowingArray {
  private values = new Uint32Array(FIRST_SIZE);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  /** A view of the values, valid until the next push. */
  view(): Uint32Array {
    return this.values.subarray(0, this.length);
  }
}
