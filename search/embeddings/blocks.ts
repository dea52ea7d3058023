import { DIMENSIONS, type Embedding } from "./port.ts";
import { addScaled, norm, normalise } from "./vector.ts";

/** A part of a vector, of unit length or of zeros, and the square of its length in the whole. */
export interface SharedBlock {
  readonly block: Float32Array;
  readonly share: number;
}

/**
 * Puts blocks side by side in a vector of unit length; what a block of zeros leaves goes to the others.
 * @returns null when all are of zeros.
 */
export function joinBlocks(blocks: readonly SharedBlock[]): Embedding {
  const vector = new Float32Array(DIMENSIONS);
  let start = 0;
  for (const { block, share } of blocks) {
    if (norm(block) > 0) addScaled(vector.subarray(start, start + block.length), block, Math.sqrt(share));
    start += block.length;
  }
  return normalise(vector) ? vector : null;
}
