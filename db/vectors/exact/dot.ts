import { DIMENSIONS } from "../../embeddings/port.ts";

/** Four int8 components a word: read so, a scan takes half of the time that reading them one by one does. */
export const WORDS = DIMENSIONS / Int32Array.BYTES_PER_ELEMENT;

/** The largest question component: with int8 on the other side, no sum of 1024 products leaves 32 bits. */
const LARGEST = 8191;

/** A question in integers; `components[i] * scale` is its component, to 1/8191 of the largest. */
export interface IntegerVector {
  readonly components: Int32Array;
  readonly scale: number;
}

/** Brings a vector to integers, fine enough for int8 to remain the only loss. */
export function toIntegers(vector: Float32Array): IntegerVector {
  let largest = Number.MIN_VALUE;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const factor = LARGEST / largest;
  return { components: Int32Array.from(vector, (value) => Math.round(value * factor)), scale: 1 / factor };
}

/**
 * Dot products of a question with the rows from `first` to `last` (excluded), into `products`. `words` holds int8
 * rows read as little-endian words, the order of every processor that Bun runs on.
 */
export function scan(
  words: Int32Array,
  first: number,
  last: number,
  question: Int32Array,
  products: Int32Array,
): void {
  for (let row = first; row < last; row++) products[row] = dot(words, row * WORDS, question);
}

function dot(words: Int32Array, offset: number, question: Int32Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0, j = 0; i < WORDS; i++, j += 4) {
    const word = words[offset + i] ?? 0;
    a = (a + Math.imul((word << 24) >> 24, question[j] ?? 0)) | 0;
    b = (b + Math.imul((word << 16) >> 24, question[j + 1] ?? 0)) | 0;
    c = (c + Math.imul((word << 8) >> 24, question[j + 2] ?? 0)) | 0;
    d = (d + Math.imul(word >> 24, question[j + 3] ?? 0)) | 0;
  }
  return a + b + c + d;
}
