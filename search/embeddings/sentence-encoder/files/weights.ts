import { BadArchive, type ZipReader } from "./zip.ts";

/** Branches of the network: each looks at windows of that many tokens. */
const ORDERS = [2, 3, 5] as const;
export type Order = (typeof ORDERS)[number];

/** Dimensions of a token, and of the vector of a text. */
export const TOKEN_DIMENSIONS = 512;
/** Dimensions inside of a branch. */
export const BRANCH_DIMENSIONS = 256;
export const BRANCHES_DIMENSIONS = ORDERS.length * BRANCH_DIMENSIONS;
/** What is known of a token at the end: itself, and what each branch says. */
export const FEATURES = TOKEN_DIMENSIONS + BRANCHES_DIMENSIONS;
/** Of the layers between the sum of the tokens and the vector. */
const HIDDEN_DIMENSIONS = 320;

/** The table of tokens is cut in as many arrays as quantised each with a scale of its own; token i is in array i mod 17. */
export const TABLE_PARTS = 17;
const ROWS_A_PART = 7_530;
const PARTS_PER_COLLECTION = 4;

/** A matrix, row after row. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

/** One branch: what it sees of a token, then two layers over windows of tokens. */
export interface BranchWeights {
  readonly order: Order;
  readonly projection: Matrix;
  readonly windows: readonly [Matrix, Matrix];
  readonly windowBiases: readonly [Float32Array, Float32Array];
}

/** All that the network is made of but the table of tokens. */
export interface Weights {
  readonly branches: readonly BranchWeights[];
  /** Of the projections of all branches, side by side: their bias, then the gain and bias of their norm. */
  readonly projectionBias: Float32Array;
  readonly projectionGain: Float32Array;
  readonly projectionShift: Float32Array;
  /** Gain and bias of the norm of the features. */
  readonly gain: Float32Array;
  readonly bias: Float32Array;
  readonly output: Matrix;
  readonly outputBias: Float32Array;
  /** In the order of the names `d0`, `d1`, `p1`, `d2`, `p3`, `d3` of the file. */
  readonly dense: readonly [Matrix, Matrix, Matrix, Matrix, Matrix, Matrix];
  /** By part of the table: what a byte is multiplied by, and what is added. */
  readonly scales: Float32Array;
  readonly lows: Float32Array;
}

/** Added to a variance before its root is taken. */
export const EPSILON = 1e-12;

/**
 * Reads the weights, a ZIP of NumPy arrays (`.npy`).
 * @throws {BadArchive}
 */
export function readWeights(archive: ZipReader): Weights {
  const vector = (name: string, length: number) => floats(readArray(archive, name), name, length);
  const matrix = (name: string, rows: number, columns: number): Matrix => ({
    rows,
    columns,
    values: vector(name, rows * columns),
  });
  const sideBySide = (name: string) => {
    const joined = new Float32Array(BRANCHES_DIMENSIONS);
    for (const [number, order] of ORDERS.entries())
      joined.set(vector(`${name}${order}`, BRANCH_DIMENSIONS), number * BRANCH_DIMENSIONS);
    return joined;
  };
  const hidden = HIDDEN_DIMENSIONS;
  return {
    branches: ORDERS.map((order) => ({
      order,
      projection: matrix(`proj${order}`, TOKEN_DIMENSIONS, BRANCH_DIMENSIONS),
      windows: [
        matrix(`w1_${order}`, order * BRANCH_DIMENSIONS, BRANCH_DIMENSIONS),
        matrix(`w2_${order}`, order * BRANCH_DIMENSIONS, BRANCH_DIMENSIONS),
      ],
      windowBiases: [vector(`b1_${order}`, BRANCH_DIMENSIONS), vector(`b2_${order}`, BRANCH_DIMENSIONS)],
    })),
    projectionBias: sideBySide("proj_b"),
    projectionGain: sideBySide("ln_g"),
    projectionShift: sideBySide("ln_b"),
    gain: vector("ln_g", FEATURES),
    bias: vector("ln_b", FEATURES),
    output: matrix("cnn_W", FEATURES, TOKEN_DIMENSIONS),
    outputBias: vector("cnn_b", TOKEN_DIMENSIONS),
    dense: [
      matrix("d0", TOKEN_DIMENSIONS, hidden),
      matrix("d1", hidden, hidden),
      matrix("p1", TOKEN_DIMENSIONS, hidden),
      matrix("d2", hidden, TOKEN_DIMENSIONS),
      matrix("p3", hidden, TOKEN_DIMENSIONS),
      matrix("d3", TOKEN_DIMENSIONS, TOKEN_DIMENSIONS),
    ],
    scales: vector("scale", TABLE_PARTS),
    lows: vector("lo", TABLE_PARTS),
  };
}

/**
 * Reads the table of tokens, a byte a component, one part after the other, into memory that threads may share.
 * @throws {BadArchive}
 */
export function readTable(archive: ZipReader): SharedArrayBuffer {
  const partBytes = ROWS_A_PART * TOKEN_DIMENSIONS;
  const table = new Uint8Array(new SharedArrayBuffer(TABLE_PARTS * partBytes));
  for (let part = 0; part < TABLE_PARTS; part++) {
    const name = `q${part + 1}`;
    const bytes = readArray(archive, name);
    if (bytes.length !== partBytes) throw wrongSize(name);
    table.set(bytes, part * partBytes);
    // 4 MB of garbage each, which would otherwise gather beside the table.
    if (part % PARTS_PER_COLLECTION === 0) Bun.gc(true);
  }
  return table.buffer;
}

/** Where the components of a token begin in the table. */
export function rowOffset(token: number): number {
  return ((token % TABLE_PARTS) * ROWS_A_PART + Math.floor(token / TABLE_PARTS)) * TOKEN_DIMENSIONS;
}

/** Bytes of the magic word and version of the NPY format 1.0; the length of the header follows, in two bytes. */
const NPY_PRELUDE = 8;

/** The data of an array; its type and order follow from the file, whose digest is checked. */
function readArray(archive: ZipReader, name: string): Buffer {
  const bytes = archive.read(`${name}.npy`);
  return bytes.subarray(NPY_PRELUDE + 2 + bytes.readUInt16LE(NPY_PRELUDE));
}

function floats(bytes: Buffer, name: string, length: number): Float32Array {
  if (bytes.length !== length * Float32Array.BYTES_PER_ELEMENT) throw wrongSize(name);
  // A copy: the array may begin anywhere.
  return new Float32Array(new Uint8Array(bytes).buffer);
}

function wrongSize(name: string): BadArchive {
  return new BadArchive(`« ${name} » n'y a pas la taille attendue`);
}
