/** The largest component of a question: with int8 on the other side, no sum of 1024 products exceeds 32 bits. */
const LARGEST = 8191;

/** A question in integers; `components[i] * scale` is the component, to 1/8191 of the largest. */
interface IntegerVector {
  readonly components: Int16Array;
  readonly scale: number;
}

/** Converts a vector to integers, precisely enough for int8 to remain the only loss. */
export function toIntegers(vector: Float32Array): IntegerVector {
  let largest = Number.MIN_VALUE;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const factor = LARGEST / largest;
  return { components: Int16Array.from(vector, (value) => Math.round(value * factor)), scale: 1 / factor };
}
