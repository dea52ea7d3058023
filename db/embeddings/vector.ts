// Indexed loops: `for … of` over a typed array costs ten times more on Bun 1.4.

/**
 * Divides a vector by its L2 norm, in place.
 * @returns false, the vector left as it is, when its norm is zero.
 */
export function normalise(vector: Float32Array): boolean {
  const norm = Math.sqrt(squaredNorm(vector));
  if (norm === 0) return false;
  scale(vector, 1 / norm);
  return true;
}

/** Multiplies a vector in place. */
export function scale(vector: Float32Array, factor: number): void {
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) * factor;
}

function squaredNorm(vector: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += (vector[i] ?? 0) ** 2;
  return sum;
}
