import { DIMENSIONS } from "../../embeddings/port.ts";
import type { VectorFilter, VectorHit, VectorQuery } from "../port.ts";
import { Rows } from "./kernel/rows.ts";

/** A text of a document, and the rows of the document's passages, from `first` to `last` (excluded). */
export interface HeldText {
  /** The document in force; the entry of a past text (`entryOf`). */
  readonly entry: string;
  readonly boiId: string;
  readonly domaine: string;
  readonly first: number;
  readonly last: number;
  /** Those of this text, when others of the document share its rows; absent: all of them. */
  readonly rows?: readonly number[];
}

/** The vectors of one version and set of texts, with all passages of a document side by side. */
export class Holdings {
  readonly scales: Float32Array;
  private readonly rows: Rows;

  /** `texts` are in row order, `textHashes` by row. */
  constructor(
    readonly version: string,
    readonly texts: readonly HeldText[],
    readonly textHashes: readonly string[],
  ) {
    this.scales = new Float32Array(textHashes.length);
    this.rows = new Rows(textHashes.length);
  }

  setVector(row: number, components: Int8Array, scale: number): void {
    this.rows.components.set(components, row * DIMENSIONS);
    this.scales[row] = scale;
  }

  componentsOf(row: number): Int8Array {
    return this.rows.components.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
  }

  /**
   * The nearest documents by decreasing cosine, ties by identifier; compares with every vector of the series. Of past
   * texts, only those named, at most one a document.
   */
  search({ vector, limit, perDocument = 1, ...filter }: Omit<VectorQuery, "version">): VectorHit[] {
    const question = toIntegers(vector);
    const candidates = this.texts.filter(keeperOf(filter));
    this.rows.ask(question.components);
    for (const [first, last] of stretchesOf(candidates)) this.rows.compare(first, last);
    const hits =
      perDocument === 1
        ? candidates.map((text) => this.bestOf(text, question.scale))
        : candidates.flatMap((text) => firstOf(this.every(text, question.scale), perDocument));
    return firstOf(hits, limit);
  }

  /** A hit of each passage of a text. */
  private every({ boiId, first, last, rows }: HeldText, scale: number): VectorHit[] {
    const own = rows ?? Array.from({ length: last - first }, (_, at) => first + at);
    return own.map((row) => ({
      boiId,
      textHash: this.textHashes[row] ?? "",
      score: this.cosineOf(row, scale),
    }));
  }

  private cosineOf(row: number, scale: number): number {
    return (this.rows.products[row] ?? 0) * (this.scales[row] ?? 0) * scale;
  }

  private bestOf({ boiId, first, last, rows }: HeldText, scale: number): VectorHit {
    let best = first;
    let score = Number.NEGATIVE_INFINITY;
    const count = rows?.length ?? last - first;
    for (let at = 0; at < count; at++) {
      const row = rows?.[at] ?? first + at;
      const cosine = this.cosineOf(row, scale);
      if (cosine <= score) continue;
      best = row;
      score = cosine;
    }
    return { boiId, textHash: this.textHashes[best] ?? "", score };
  }
}

function keeperOf({ domaine, among, pastAmong }: VectorFilter): (text: HeldText) => boolean {
  const named = among === undefined ? null : new Set(among);
  const namedPast = pastAmong === undefined ? null : new Set(pastAmong);
  const conditions = {
    domaine: (text) => domaine === null || text.domaine === domaine,
    among: (text) => named === null || named.has(text.boiId),
    pastAmong: (text) => namedPast === null || namedPast.has(text.entry),
  } satisfies Record<keyof VectorFilter, (text: HeldText) => boolean>;
  const all = Object.values(conditions);
  return (text) => all.every((isMet) => isMet(text));
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
function stretchesOf(texts: readonly HeldText[]): [first: number, last: number][] {
  const stretches: [number, number][] = [];
  for (const { first, last } of texts) {
    const before = stretches.at(-1);
    if (before?.[1] === first) before[1] = last;
    else stretches.push([first, last]);
  }
  return stretches;
}

/** The largest component of a question: with int8 on the other side, no sum of 1024 products exceeds 32 bits. */
const LARGEST = 8191;

/** A question in integers; `components[i] * scale` is the component, to 1/8191 of the largest. */
interface IntegerVector {
  readonly components: Int16Array;
  readonly scale: number;
}

/** Converts a vector to integers, precisely enough for int8 to remain the only loss. */
export function toIntegers(vector: Float32Array): IntegerVector {
  let largest = Number.MIN_VALUE;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const factor = LARGEST / largest;
  return { components: Int16Array.from(vector, (value) => Math.round(value * factor)), scale: 1 / factor };
}
