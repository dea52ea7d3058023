import { readFileSync } from "node:fs";
import type { Matrix } from "../files/weights.ts";

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
const PAGE_BYTES = 64 * 1024;
/** Products process columns by eights, rows by fours (`product.as`). */
const PANEL_COLUMNS = 8;
export const TILE_ROWS = 4;

/** A matrix in the kernel's memory, in panels of eight columns: see `product.as`. */
export interface PackedMatrix {
  readonly address: number;
  readonly rows: number;
  readonly columns: number;
}

/** Rows of floats in the kernel's memory; rows of a sliding window overlap. Counts are in floats. */
export interface Rows {
  /** Index in `floats`. */
  readonly start: number;
  /** Distance between the starts of two rows. */
  readonly stride: number;
}

type Product = (
  a: number,
  aStride: number,
  rows: number,
  inner: number,
  b: number,
  columns: number,
  c: number,
  cStride: number,
) => void;

const module = new WebAssembly.Module(readFileSync(new URL("./product.wasm", import.meta.url)));

/** Matrix products by WebAssembly SIMD, in its own memory: first the weights, then the working space of a text. */
export class Kernel {
  private readonly memory: WebAssembly.Memory;
  private readonly product: Product;
  private used = 0;
  /** The whole memory as floats; `reserve` replaces this array when it grows the memory. */
  floats: Float32Array;

  /** @param weightFloats total size of the matrices to keep. */
  constructor(weightFloats: number) {
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((weightFloats * FLOAT_BYTES) / PAGE_BYTES) });
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.memory } });
    // The one function of `product.as`; a test compares its compiled bytes.
    this.product = exports["product"] as Product;
    this.floats = new Float32Array(this.memory.buffer);
  }

  /** Copies a matrix into the kernel's memory for good. */
  keep({ rows, columns, values }: Matrix): PackedMatrix {
    const start = this.used;
    let at = start;
    for (let panel = 0; panel < columns; panel += PANEL_COLUMNS) {
      for (let row = 0; row < rows; row++) {
        const from = row * columns + panel;
        this.floats.set(values.subarray(from, from + PANEL_COLUMNS), at);
        at += PANEL_COLUMNS;
      }
    }
    this.used = at;
    return { address: start * FLOAT_BYTES, rows, columns };
  }

  /** Index in `floats` of zeroed space of this size after the matrices; the next call reuses it. */
  reserve(count: number): number {
    const missing = (this.used + count) * FLOAT_BYTES - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE_BYTES));
      this.floats = new Float32Array(this.memory.buffer);
    }
    this.floats.fill(0, this.used, this.used + count);
    return this.used;
  }

  /** `into` = `left` × `matrix`. Rows are processed by fours: some beyond `count` are computed too. */
  multiply(left: Rows, count: number, matrix: PackedMatrix, into: Rows): void {
    this.product(
      left.start * FLOAT_BYTES,
      left.stride * FLOAT_BYTES,
      Math.ceil(count / TILE_ROWS) * TILE_ROWS,
      matrix.rows,
      matrix.address,
      matrix.columns,
      into.start * FLOAT_BYTES,
      into.stride * FLOAT_BYTES,
    );
  }
}
