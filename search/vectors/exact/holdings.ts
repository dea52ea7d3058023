import { DIMENSIONS } from "../../embeddings/port.ts";
import type { VectorFilter, VectorHit, VectorQuery } from "../port.ts";
import { toIntegers } from "./integers.ts";
import { Rows } from "./kernel/rows.ts";

/** A document and its rows, from `first` to `last` (excluded). */
export interface HeldDocument {
  readonly boiId: string;
  readonly domaine: string;
  readonly first: number;
  readonly last: number;
}

/** The vectors of one version, with all passages of a document side by side. */
export class Holdings {
  readonly scales: Float32Array;
  private readonly rows: Rows;

  /**
   * @param documents in row order.
   * @param textHashes by row.
   */
  constructor(
    readonly version: string,
    readonly documents: readonly HeldDocument[],
    readonly textHashes: readonly string[],
  ) {
    this.scales = new Float32Array(textHashes.length);
    this.rows = new Rows(textHashes.length);
  }

  setVector(row: number, components: Int8Array, scale: number): void {
    this.rows.components.set(components, row * DIMENSIONS);
    this.scales[row] = scale;
  }

  /** The components of a row. */
  componentsOf(row: number): Int8Array {
    return this.rows.components.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
  }

  /** The nearest documents by decreasing cosine, ties by identifier; compares with every vector of the series. */
  search({ vector, limit, perDocument = 1, ...filter }: Omit<VectorQuery, "version">): VectorHit[] {
    const question = toIntegers(vector);
    const candidates = this.documents.filter(keeperOf(filter));
    this.rows.ask(question.components);
    for (const [first, last] of stretchesOf(candidates)) this.rows.compare(first, last);
    const hits =
      perDocument === 1
        ? candidates.map((document) => this.bestOf(document, question.scale))
        : candidates.flatMap((document) => firstOf(this.every(document, question.scale), perDocument));
    return firstOf(hits, limit);
  }

  /** A hit of each passage of a document. */
  private every({ boiId, first, last }: HeldDocument, scale: number): VectorHit[] {
    return Array.from({ length: last - first }, (_, at) => ({
      boiId,
      textHash: this.textHashes[first + at] ?? "",
      score: this.cosineOf(first + at, scale),
    }));
  }

  private cosineOf(row: number, scale: number): number {
    return (this.rows.products[row] ?? 0) * (this.scales[row] ?? 0) * scale;
  }

  private bestOf({ boiId, first, last }: HeldDocument, scale: number): VectorHit {
    let best = first;
    let score = Number.NEGATIVE_INFINITY;
    for (let row = first; row < last; row++) {
      const cosine = this.cosineOf(row, scale);
      if (cosine <= score) continue;
      best = row;
      score = cosine;
    }
    return { boiId, textHash: this.textHashes[best] ?? "", score };
  }
}

function keeperOf({ domaine, among }: VectorFilter): (document: HeldDocument) => boolean {
  const named = among === undefined ? null : new Set(among);
  const conditions = {
    domaine: (document) => domaine === null || document.domaine === domaine,
    among: (document) => named === null || named.has(document.boiId),
  } satisfies Record<keyof VectorFilter, (document: HeldDocument) => boolean>;
  const all = Object.values(conditions);
  return (document) => all.every((isMet) => isMet(document));
}

/** By decreasing score, ties by identifier, then by passage. Most hits are eliminated by score alone, since numbers sort faster. */
function firstOf(hits: readonly VectorHit[], limit: number): VectorHit[] {
  const floor =
    Float64Array.from(hits, ({ score }) => score)
      .sort()
      .at(-limit) ?? Number.NEGATIVE_INFINITY;
  const kept = hits.filter(({ score }) => score >= floor);
  kept.sort((left, right) => right.score - left.score || (keyOf(left) < keyOf(right) ? -1 : 1));
  return kept.slice(0, limit);
}

function keyOf({ boiId, textHash }: VectorHit): string {
  return `${boiId} ${textHash}`;
}

/** The rows of documents as ranges; consecutive ones are merged. */
function stretchesOf(documents: readonly HeldDocument[]): [first: number, last: number][] {
  const stretches: [number, number][] = [];
  for (const { first, last } of documents) {
    const before = stretches.at(-1);
    if (before?.[1] === first) before[1] = last;
    else stretches.push([first, last]);
  }
  return stretches;
}
