const LARGEST = 127;

/**
 * Quantises a vector to int8 into `into`, of the same length, with its largest component at ±127.
 * @returns the scale: `into[i] * scale` is `vector[i]`, to half a scale.
 */
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
