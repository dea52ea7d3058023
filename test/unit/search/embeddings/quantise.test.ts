import { expect, test } from "bun:test";
import { quantise } from "../../../../search/embeddings/vector.ts";

test("components come back to half a scale, the largest one exactly", () => {
  const vector = Float32Array.from({ length: 64 }, (_, index) => Math.sin(index) / 8);
  const components = new Int8Array(64);
  const scale = quantise(vector, components);
  for (const [index, component] of components.entries()) {
    expect(Math.abs(component * scale - (vector[index] ?? 0))).toBeLessThanOrEqual(scale / 2 + 1e-9);
  }
  expect(Math.max(...components.map(Math.abs))).toBe(127);
});

test("a vector of zeros stays one", () => {
  const components = new Int8Array(4).fill(9);
  expect(quantise(new Float32Array(4), components)).toBe(0);
  expect(components).toEqual(new Int8Array(4));
});
