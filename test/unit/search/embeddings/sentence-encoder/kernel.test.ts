import { describe, expect, test } from "bun:test";
import { Kernel } from "../../../../../search/embeddings/sentence-encoder/kernel/kernel.ts";
import { expectCompiled } from "../../../../assembly-script.ts";

const FOLDER = new URL("../../../../../search/embeddings/sentence-encoder/kernel/", import.meta.url);

test("the compiled kernel is that of its source (UPDATE_KERNEL=1 writes it)", async () => {
  await expectCompiled(FOLDER, "product");
});

/** Numbers whose sums are exact. */
const numbers = (count: number, step: number) =>
  Float32Array.from({ length: count }, (_, index) => ((index * step) % 17) - 8);

describe("a product of matrices is that of its definition", () => {
  test.each([
    [4, 3, 8],
    [7, 5, 16],
    [1, 512, 320],
  ])("%d rows × %d × %d columns", (rows, inner, columns) => {
    const left = numbers(rows * inner, 5);
    const right = numbers(inner * columns, 7);
    const kernel = new Kernel(right.length);
    const packed = kernel.keep({ rows: inner, columns, values: right });
    // Rows are processed by fours.
    const start = kernel.reserve((rows + 3) * (inner + columns));
    const into = start + (rows + 3) * inner;
    kernel.floats.set(left, start);
    kernel.multiply({ start, stride: inner }, rows, packed, { start: into, stride: columns });
    const expected = Array.from({ length: rows * columns }, (_, at) => {
      const [row, column] = [Math.floor(at / columns), at % columns];
      let sum = 0;
      for (let i = 0; i < inner; i++)
        sum += (left[row * inner + i] ?? 0) * (right[i * columns + column] ?? 0);
      return sum;
    });
    expect([...kernel.floats.subarray(into, into + rows * columns)]).toEqual(expected);
  });

  test("of windows that slide, without gathering them", () => {
    const kernel = new Kernel(16);
    const sum = kernel.keep({ rows: 2, columns: 8, values: new Float32Array(16).fill(1) });
    const start = kernel.reserve(8 + 4 * 8);
    kernel.floats.set([1, 2, 3, 4, 5], start);
    kernel.multiply({ start, stride: 1 }, 4, sum, { start: start + 8, stride: 8 });
    expect([0, 8, 16, 24].map((at) => kernel.floats[start + 8 + at])).toEqual([3, 5, 7, 9]);
  });

  test("room that is asked for after the matrices is zeroed, and theirs stays", () => {
    const kernel = new Kernel(16);
    kernel.keep({ rows: 2, columns: 8, values: new Float32Array(16).fill(2) });
    const start = kernel.reserve(100_000);
    kernel.floats.fill(9, start, start + 100_000);
    expect(kernel.reserve(200_000)).toBe(start);
    expect(kernel.floats.subarray(start, start + 200_000).every((value) => value === 0)).toBe(true);
    expect(kernel.floats.subarray(0, 16).every((value) => value === 2)).toBe(true);
  });
});
