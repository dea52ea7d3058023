/** Positions of a sparse ±1 vector; a negative position is the complement (~) of one with a minus sign. */
type Draws = Int32Array;

const GOLDEN_RATIO = 0x9e3779b9;

/**
 * Draws the sparse vector of a seed into `draws`, one signed position below `size` each: the same seed always gives
 * the same vector. A position may be drawn twice.
 */
export function drawSparse(seed: number, size: number, draws: Draws): void {
  for (let i = 0; i < draws.length; i++) {
    const bits = mix(seed + Math.imul(i, GOLDEN_RATIO));
    // The highest bit gives the sign, the others the position.
    draws[i] = ((bits & 0x7fffffff) % size) ^ (bits >> 31);
  }
}

/** Adds `weight` times a sparse vector to `target`, from `offset` on. */
export function addSparse(target: Float32Array, offset: number, draws: Draws, weight: number): void {
  for (let i = 0; i < draws.length; i++) {
    const draw = draws[i] ?? 0;
    const position = offset + (draw < 0 ? ~draw : draw);
    target[position] = (target[position] ?? 0) + (draw < 0 ? -weight : weight);
  }
}

/** Scatters the bits of a 32-bit integer: the finaliser of MurmurHash3 (Appleby, public domain). */
export function mix(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
