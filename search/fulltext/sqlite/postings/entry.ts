/**
 * What a row of `postings` (schema.ts) is made of: one number of 32 bits a document that holds the term, in the order
 * of the documents' numbers and of this machine's bytes. Documents are taken by blocks, so that what is added to an
 * index is written in the last one; an entry tells the document's place in its block, then how many times it holds the
 * term, or one position where it does (`position.ts`).
 */
const VALUE_BITS = 20;
const PLACE_BITS = 11; // with those of a value, what a positive small integer of the engine holds

export const BLOCK_DOCUMENTS = 2 ** PLACE_BITS;
/** What a greater count counts for. */
export const GREATEST_VALUE = 2 ** VALUE_BITS - 1;

/** Block of a document, by its number. */
export function blockOf(id: number): number {
  return id >>> PLACE_BITS;
}

export function entryOf(id: number, value: number): number {
  return ((id & (BLOCK_DOCUMENTS - 1)) << VALUE_BITS) | Math.min(value, GREATEST_VALUE);
}

/** Number of the document of an entry. @param first number of its block's first one. */
export function documentOf(entry: number, first: number): number {
  return first + (entry >>> VALUE_BITS);
}

export function countOf(entry: number): number {
  return entry & GREATEST_VALUE;
}

export function positionOf(entry: number): number {
  return entry & GREATEST_VALUE;
}

/** Numbers of 32 bits as they are stored. */
export function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** Whether a value of a row can be what `bytesOf` gave. */
export function areNumbers(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.byteLength % Uint32Array.BYTES_PER_ELEMENT === 0;
}

/** @param bytes those of numbers of 32 bits, as a statement gives them. */
export function numbersOf(bytes: Uint8Array): Uint32Array {
  return bytes.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / Uint32Array.BYTES_PER_ELEMENT)
    : new Uint32Array(bytes.slice().buffer);
}
