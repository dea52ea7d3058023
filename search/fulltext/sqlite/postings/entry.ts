/**
 * Format of a row of `postings` (schema.ts): one 32-bit number per document that has the term, in order of document
 * number and in this machine's byte order. Documents are grouped in blocks, so that additions to an index only touch
 * the last one; an entry contains the document's place in its block, then the number of occurrences of the term, or
 * one of its positions (`pending.ts`).
 */
const VALUE_BITS = 20;
const PLACE_BITS = 11; // with VALUE_BITS, within a positive small integer of the engine

export const BLOCK_DOCUMENTS = 2 ** PLACE_BITS;
/** Larger counts are capped at this value. */
const GREATEST_VALUE = 2 ** VALUE_BITS - 1;

/** Block of a document, by its number. */
export function blockOf(id: number): number {
  return id >>> PLACE_BITS;
}

export function entryOf(id: number, value: number): number {
  return ((id & (BLOCK_DOCUMENTS - 1)) << VALUE_BITS) | Math.min(value, GREATEST_VALUE);
}

/**
 * Number of an entry's document.
 * @param first number of the first document of its block.
 */
export function documentOf(entry: number, first: number): number {
  return first + (entry >>> VALUE_BITS);
}

export function countOf(entry: number): number {
  return entry & GREATEST_VALUE;
}

export function positionOf(entry: number): number {
  return entry & GREATEST_VALUE;
}

/** 32-bit numbers as stored. */
export function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** Whether a value of a row can be a result of `bytesOf`. */
export function areNumbers(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.byteLength % Uint32Array.BYTES_PER_ELEMENT === 0;
}

/** @param bytes of 32-bit numbers, as returned by a statement. */
export function numbersOf(bytes: Uint8Array): Uint32Array {
  return bytes.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / Uint32Array.BYTES_PER_ELEMENT)
    : new Uint32Array(bytes.slice().buffer);
}
