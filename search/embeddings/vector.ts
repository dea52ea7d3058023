import { DIMENSIONS, type Embedding } from "./port.ts";

// Indexed loops: `for … of` over a typed array costs ten times more on Bun 1.4.

/** Divides a vector by its L2 norm, in place; false, leaving it unchanged, when its norm is zero. */
export function normalise(vector: Float32Array): boolean {
  const length = norm(vector);
  if (length === 0) return false;
  scale(vector, 1 / length);
  return true;
}

/** Multiplies a vector in place. */
export function scale(vector: Float32Array, factor: number): void {
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) * factor;
}

/** Adds `weight` times a vector of the same length to `target`. */
export function addScaled(target: Float32Array, vector: Float32Array, weight: number): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) + weight * (vector[i] ?? 0);
}

/** L2 norm. */
export function norm(vector: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += (vector[i] ?? 0) ** 2;
  return Math.sqrt(sum);
}

/** A part of a vector, of unit length or zero, with the square of its length in the whole vector. */
interface SharedBlock {
  readonly block: Float32Array;
  readonly share: number;
}

/** Concatenates blocks into a vector of unit length, sharing out a zero block's share; null when all are zero. */
export function joinBlocks(blocks: readonly SharedBlock[]): Embedding {
  const vector = new Float32Array(DIMENSIONS);
  let start = 0;
  for (const { block, share } of blocks) {
    if (norm(block) > 0) addScaled(vector.subarray(start, start + block.length), block, Math.sqrt(share));
    start += block.length;
  }
  return normalise(vector) ? vector : null;
}

const LARGEST = 127;

/** Quantises into int8, the largest at ±127; returns the scale: `into[i] * scale` is `vector[i]`, to half a scale. */
export function quantise(vector: Float32Array, into: Int8Array): number {
  const largest = largestComponent(vector);
  if (largest === 0) {
    into.fill(0);
    return 0;
  }
  const factor = LARGEST / largest;
  for (let i = 0; i < vector.length; i++) into[i] = Math.round((vector[i] ?? 0) * factor);
  return largest / LARGEST;
}

function largestComponent(vector: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i] ?? 0));
  return largest;
}
