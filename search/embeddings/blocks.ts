import { DIMENSIONS, type Embedding } from "./port.ts";
import { addScaled, norm, normalise } from "./vector.ts";

/** A part of a vector, of unit length or zero, with the square of its length in the whole vector. */
interface SharedBlock {
  readonly block: Float32Array;
  readonly share: number;
}

/**
 * Concatenates blocks into a vector of unit length; the share of a zero block goes to the others.
 * @returns null when all blocks are zero.
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
