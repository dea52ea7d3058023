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
