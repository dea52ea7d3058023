import { DIMENSIONS } from "../../embeddings/port.ts";
import type { VectorHit, VectorQuery } from "../port.ts";
import { scan, toIntegers } from "./dot.ts";

/** A document and its rows, from `first` to `last` (excluded). */
export interface HeldDocument {
  readonly boiId: string;
  readonly domaine: string;
  readonly first: number;
  readonly last: number;
}

/** The vectors of one version, all passages of a document side by side. */
export class Holdings {
  /** Row by row, `DIMENSIONS` int8 components each. */
  readonly components: Int8Array;
  readonly scales: Float32Array;
  private readonly words: Int32Array;
  private readonly products: Int32Array;

  /** @param textHashes by row. */
  constructor(
    readonly version: string,
    readonly documents: readonly HeldDocument[],
    readonly textHashes: readonly string[],
  ) {
    this.components = new Int8Array(textHashes.length * DIMENSIONS);
    this.scales = new Float32Array(textHashes.length);
    this.words = new Int32Array(this.components.buffer);
    this.products = new Int32Array(textHashes.length);
  }

  setVector(row: number, components: Int8Array, scale: number): void {
    this.components.set(components, row * DIMENSIONS);
    this.scales[row] = scale;
  }

  /** The nearest documents by falling cosine, ties by identifier; compares with every vector of the series. */
  search({ vector, domaine, among, limit }: Omit<VectorQuery, "version">): VectorHit[] {
    const question = toIntegers(vector);
    const named = among === undefined ? null : new Set(among);
    const candidates = this.documents.filter(
      (held) => (domaine === null || held.domaine === domaine) && (named === null || named.has(held.boiId)),
    );
    const hits = candidates.map((document) => this.bestOf(document, question.components, question.scale));
    hits.sort((left, right) => right.score - left.score || (left.boiId < right.boiId ? -1 : 1));
    return hits.slice(0, limit);
  }

  private bestOf({ boiId, first, last }: HeldDocument, question: Int32Array, scale: number): VectorHit {
    scan(this.words, first, last, question, this.products);
    let best = first;
    let score = Number.NEGATIVE_INFINITY;
    for (let row = first; row < last; row++) {
      const cosine = (this.products[row] ?? 0) * (this.scales[row] ?? 0) * scale;
      if (cosine <= score) continue;
      best = row;
      score = cosine;
    }
    return { boiId, textHash: this.textHashes[best] ?? "", score };
  }
}
