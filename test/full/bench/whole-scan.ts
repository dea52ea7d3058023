import { DIMENSIONS } from "../../../search/embeddings/port.ts";
import { type Holdings, toIntegers } from "../../../search/vectors/exact/holdings.ts";

/** Four int8 components a word. */
const WORDS = DIMENSIONS / Int32Array.BYTES_PER_ELEMENT;

/** What an exact comparison costs in plain TypeScript, the reference of the one that the service makes. */
export class WholeScan {
  private readonly words: Int32Array;
  private readonly products: Float64Array;

  constructor(private readonly holdings: Holdings) {
    const rows = holdings.textHashes.length;
    const components = new Int8Array(rows * DIMENSIONS);
    for (let row = 0; row < rows; row++) components.set(holdings.componentsOf(row), row * DIMENSIONS);
    this.words = new Int32Array(components.buffer);
    this.products = new Float64Array(rows);
  }

  /** Identifiers of the nearest documents, the nearest first. */
  search(vector: Float32Array, limit: number): string[] {
    const { components } = toIntegers(vector);
    const question = Int32Array.from(components);
    const { scales, texts } = this.holdings;
    for (let row = 0; row < this.products.length; row++)
      this.products[row] = this.dot(row * WORDS, question) * (scales[row] ?? 0);
    const hits = texts.map(({ boiId, first, last }) => ({
      boiId,
      score: Math.max(...this.products.subarray(first, last)),
    }));
    hits.sort((left, right) => right.score - left.score || (left.boiId < right.boiId ? -1 : 1));
    return hits.slice(0, limit).map(({ boiId }) => boiId);
  }

  private dot(offset: number, question: Int32Array): number {
    const { words } = this;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0, j = 0; i < WORDS; i++, j += 4) {
      const word = words[offset + i] ?? 0;
      a = (a + Math.imul((word << 24) >> 24, question[j] ?? 0)) | 0;
      b = (b + Math.imul((word << 16) >> 24, question[j + 1] ?? 0)) | 0;
      c = (c + Math.imul((word << 8) >> 24, question[j + 2] ?? 0)) | 0;
      d = (d + Math.imul(word >> 24, question[j + 3] ?? 0)) | 0;
    }
    return a + b + c + d;
  }
}
