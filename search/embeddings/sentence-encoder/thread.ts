/** A thread of the sentence encoder: loads the model, then turns the texts it receives into vectors, one at a time. */
import { parentPort, workerData } from "node:worker_threads";
import { serveRequests } from "../../../db/engine/thread.ts";
import { normalise } from "../vector.ts";
import { readModelFile } from "./files/folder.ts";
import {
  BRANCH_DIMENSIONS,
  BRANCHES_DIMENSIONS,
  EPSILON,
  FEATURES,
  type Order,
  readTable,
  readWeights,
  rowOffset,
  TABLE_PARTS,
  TOKEN_DIMENSIONS,
  type Weights,
} from "./files/weights.ts";
import { ZipReader } from "./files/zip.ts";
import { Kernel, type PackedMatrix, type Rows, TILE_ROWS } from "./kernel/kernel.ts";
import type { EncoderReady, EncoderThread } from "./messages.ts";
import { Tokenizer } from "./tokenizer.ts";

/** Rows of zeros before and after a text: the widest window starts two rows before, and products go by fours. */
const ROWS_BEFORE = 2;
const ROWS_AFTER = 2 + TILE_ROWS;

interface Branch {
  readonly order: Order;
  readonly projection: PackedMatrix;
  readonly windows: readonly [PackedMatrix, PackedMatrix];
  readonly windowBiases: readonly [Float32Array, Float32Array];
}

/** Where a branch reads and writes; `x` and `h` are indexes of rows with zeros before and after them. */
interface Places {
  readonly seen: Rows;
  readonly x: number;
  readonly h: number;
  readonly sums: Rows;
  readonly into: Rows;
}

/**
 * Three branches look at each token and its neighbours, their output is summed, and a few layers turn the sum into a
 * vector (docs/meaning.md, « The embedded language model »). For one thread.
 */
class Network {
  private readonly kernel: Kernel;
  private readonly branches: readonly Branch[];
  private readonly output: PackedMatrix;
  private readonly dense: readonly PackedMatrix[];
  private readonly table: Uint8Array;
  /** Without the matrices, which are in the kernel's memory. */
  private readonly weights: Omit<Weights, "branches" | "output" | "dense">;

  constructor({ branches, output, dense, ...weights }: Weights, table: SharedArrayBuffer) {
    this.weights = weights;
    const matrices = [
      ...branches.flatMap((branch) => [branch.projection, ...branch.windows]),
      output,
      ...dense,
    ];
    this.kernel = new Kernel(matrices.reduce((sum, { values }) => sum + values.length, 0));
    this.branches = branches.map((branch) => ({
      ...branch,
      projection: this.kernel.keep(branch.projection),
      windows: [this.kernel.keep(branch.windows[0]), this.kernel.keep(branch.windows[1])],
    }));
    this.output = this.kernel.keep(output);
    this.dense = dense.map((matrix) => this.kernel.keep(matrix));
    this.table = new Uint8Array(table);
  }

  /** The vector of a text, of unit length, from the ids of its tokens. */
  encode(tokens: readonly number[]): Float32Array {
    const rows = Math.ceil(tokens.length / TILE_ROWS) * TILE_ROWS;
    const padded = (ROWS_BEFORE + tokens.length + ROWS_AFTER) * BRANCH_DIMENSIONS;
    const start = this.kernel.reserve(
      rows * (FEATURES + BRANCHES_DIMENSIONS + BRANCH_DIMENSIONS) + 2 * padded,
    );
    const features = { start, stride: FEATURES };
    const projected = { start: start + rows * FEATURES, stride: BRANCHES_DIMENSIONS };
    const sums = { start: projected.start + rows * BRANCHES_DIMENSIONS, stride: BRANCH_DIMENSIONS };
    const x = sums.start + (rows + ROWS_BEFORE) * BRANCH_DIMENSIONS;
    this.lookUp(tokens, features);
    this.project(tokens.length, features, projected);
    for (const [number, branch] of this.branches.entries()) {
      const own = number * BRANCH_DIMENSIONS;
      const seen = { ...projected, start: projected.start + own };
      const into = { ...features, start: start + TOKEN_DIMENSIONS + own };
      this.runBranch(branch, tokens.length, { seen, x, h: x + padded, sums, into });
    }
    return this.conclude(this.sumFeatures(tokens.length, features), tokens.length);
  }

  private lookUp(tokens: readonly number[], features: Rows): void {
    const { scales, lows } = this.weights;
    for (const [row, token] of tokens.entries()) {
      const scale = scales[token % TABLE_PARTS] ?? 0;
      const low = lows[token % TABLE_PARTS] ?? 0;
      spreadBytes(
        this.table,
        rowOffset(token),
        scale,
        low,
        this.kernel.floats,
        features.start + row * FEATURES,
      );
    }
  }

  /** Projects the tokens for all branches, normalised together. */
  private project(count: number, features: Rows, into: Rows): void {
    const { projectionBias, projectionGain, projectionShift } = this.weights;
    const { kernel } = this;
    for (const [number, { projection }] of this.branches.entries()) {
      const own = { ...into, start: into.start + number * BRANCH_DIMENSIONS };
      kernel.multiply(features, count, projection, own);
    }
    for (let row = 0; row < count; row++) {
      const at = into.start + row * into.stride;
      add(kernel.floats, at, projectionBias);
      normLayer(kernel.floats, at, projectionGain, projectionShift);
    }
  }

  /** x = seen, h = x + relu(window(x) · w1), into = h + relu(window(h) · w2). */
  private runBranch({ order, windows, windowBiases }: Branch, count: number, places: Places): void {
    const { seen, x, h, sums, into } = places;
    const stride = BRANCH_DIMENSIONS;
    const { kernel } = this;
    const { floats } = kernel;
    const before = (Math.ceil(order / 2) - 1) * stride;
    for (let row = 0; row < count; row++) {
      const from = seen.start + row * seen.stride;
      floats.copyWithin(x + row * stride, from, from + stride);
    }
    kernel.multiply({ start: x - before, stride }, count, windows[0], sums);
    for (let row = 0; row < count; row++) {
      const at = row * stride;
      addActive(floats, sums.start + at, windowBiases[0], x + at, h + at);
    }
    kernel.multiply({ start: h - before, stride }, count, windows[1], sums);
    for (let row = 0; row < count; row++) {
      const at = row * stride;
      addActive(floats, sums.start + at, windowBiases[1], h + at, into.start + row * into.stride);
    }
  }

  private sumFeatures(count: number, { start }: Rows): Float32Array {
    const { floats } = this.kernel;
    const sum = new Float32Array(FEATURES);
    for (let row = 0; row < count; row++) {
      const at = start + row * FEATURES;
      normLayer(floats, at, this.weights.gain, this.weights.bias);
      for (let i = 0; i < FEATURES; i++) sum[i] = (sum[i] ?? 0) + (floats[at + i] ?? 0);
    }
    return sum;
  }

  /** The output projection commutes with the sum: it is done once per text, not once per token. */
  private conclude(sum: Float32Array, count: number): Float32Array {
    const [d0, d1, p1, d2, p3, d3] = this.dense;
    if (!d0 || !d1 || !p1 || !d2 || !p3 || !d3) throw new Error("six dense layers");
    const mean = this.apply(sum, this.output);
    const share = 1 / Math.sqrt(count);
    for (let i = 0; i < mean.length; i++)
      mean[i] = ((mean[i] ?? 0) + count * (this.weights.outputBias[i] ?? 0)) * share;
    const y0 = relu(this.apply(mean, d0));
    const y1 = relu(plus(this.apply(mean, p1), this.apply(y0, d1)));
    const y2 = relu(this.apply(y1, d2));
    const vector = plus(this.apply(y1, p3), this.apply(y2, d3)).map(Math.tanh);
    normalise(vector);
    return vector;
  }

  private apply(vector: Float32Array, matrix: PackedMatrix): Float32Array {
    const start = this.kernel.reserve(TILE_ROWS * (FEATURES + TOKEN_DIMENSIONS));
    const into = { start: start + TILE_ROWS * FEATURES, stride: matrix.columns };
    this.kernel.floats.set(vector, start);
    this.kernel.multiply({ start, stride: vector.length }, 1, matrix, into);
    return this.kernel.floats.slice(into.start, into.start + matrix.columns);
  }
}

// Indexed loops in their own functions: inlined in a large one they are compiled late, or not at all.

function spreadBytes(
  bytes: Uint8Array,
  from: number,
  scale: number,
  low: number,
  floats: Float32Array,
  to: number,
): void {
  for (let i = 0; i < TOKEN_DIMENSIONS; i++) floats[to + i] = (bytes[from + i] ?? 0) * scale + low;
}

function add(floats: Float32Array, at: number, bias: Float32Array): void {
  for (let i = 0; i < bias.length; i++) floats[at + i] = (floats[at + i] ?? 0) + (bias[i] ?? 0);
}

/** Normalises a row to mean 0 and variance 1, then applies gain and bias. */
function normLayer(floats: Float32Array, at: number, gain: Float32Array, bias: Float32Array): void {
  const { length } = gain;
  let sum = 0;
  for (let i = 0; i < length; i++) sum += floats[at + i] ?? 0;
  const mean = sum / length;
  let squares = 0;
  for (let i = 0; i < length; i++) squares += ((floats[at + i] ?? 0) - mean) ** 2;
  const factor = 1 / Math.sqrt(squares / length + EPSILON);
  for (let i = 0; i < length; i++)
    floats[at + i] = ((floats[at + i] ?? 0) - mean) * factor * (gain[i] ?? 0) + (bias[i] ?? 0);
}

/** into = kept + relu(sum + bias). */
function addActive(floats: Float32Array, sum: number, bias: Float32Array, kept: number, into: number): void {
  for (let i = 0; i < BRANCH_DIMENSIONS; i++) {
    const active = Math.max((floats[sum + i] ?? 0) + (bias[i] ?? 0), 0);
    floats[into + i] = (floats[kept + i] ?? 0) + active;
  }
}

function relu(vector: Float32Array): Float32Array {
  return vector.map((value) => Math.max(value, 0));
}

function plus(left: Float32Array, right: Float32Array): Float32Array {
  return left.map((value, i) => value + (right[i] ?? 0));
}

const start: EncoderThread = workerData;
const tokenizer = new Tokenizer(readModelFile(start.folder, "sp.model"));
Bun.gc(true);
const { network, table } = openNetwork();
Bun.gc(true);
serveRequests((text: string) => network.encode(tokenizer.tokenize(text)));
parentPort?.postMessage({ table } satisfies EncoderReady);

/** In its own function, so that the buffers of the file, as large as the result, are garbage once it returns. */
function openNetwork(): { readonly network: Network; readonly table: SharedArrayBuffer } {
  const archive = new ZipReader(readModelFile(start.folder, "weights.npz"));
  const open = (table: SharedArrayBuffer) => ({ network: new Network(readWeights(archive), table), table });
  return open(start.table ?? readTable(archive));
}
