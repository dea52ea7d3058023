/** A document and the rows of its passages, from `first` to `last` (excluded). */
export interface HeldDocument {
  readonly boiId: string;
  readonly domaine: string;
  /** Of what its postings are made from. */
  readonly hash: string;
  readonly first: number;
  readonly last: number;
}

/** The low bits of an entry: how many times the stem comes in the passage, up to `MOST_TIMES`. */
export const COUNT_BITS = 8;
export const MOST_TIMES = 2 ** COUNT_BITS - 1;

/**
 * Which passages hold each stem, and how often: 4 bytes a stem and passage. The passages of a document are rows side
 * by side, and stand side by side among the entries of each stem.
 */
export interface Postings {
  readonly documents: readonly HeldDocument[];
  /** Number of each stem. */
  readonly stems: ReadonlyMap<string, number>;
  /** By stem, where its entries begin; one number more tells where the last ones end. */
  readonly starts: Uint32Array;
  /** A row, then in the low bits a count. */
  readonly entries: Uint32Array;
  /** By row: how many words of the passage count. */
  readonly lengths: Uint32Array;
  /** By row: the index of its document. */
  readonly owners: Uint32Array;
}

export const NO_POSTINGS: Postings = {
  documents: [],
  stems: new Map(),
  starts: new Uint32Array(1),
  entries: new Uint32Array(0),
  lengths: new Uint32Array(0),
  owners: new Uint32Array(0),
};
