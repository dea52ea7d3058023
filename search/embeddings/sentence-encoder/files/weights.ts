import { BadArchive, type ZipReader } from "./zip.ts";

/** Branches of the network: each looks at windows of this many tokens. */
const ORDERS = [2, 3, 5] as const;
export type Order = (typeof ORDERS)[number];

/** Dimensions of a token's vector, and of a text's. */
export const TOKEN_DIMENSIONS = 512;
/** Dimensions inside a branch. */
export const BRANCH_DIMENSIONS = 256;
export const BRANCHES_DIMENSIONS = ORDERS.length * BRANCH_DIMENSIONS;
/** Final features of a token: its own vector, and the output of each branch. */
export const FEATURES = TOKEN_DIMENSIONS + BRANCHES_DIMENSIONS;
/** Dimensions of the layers between the sum of the tokens and the final vector. */
const HIDDEN_DIMENSIONS = 320;

/** The table of tokens is split into 17 arrays, each quantised with its own scale; token i is in array i mod 17. */
export const TABLE_PARTS = 17;
const ROWS_A_PART = 7_530;
const PARTS_PER_COLLECTION = 4;

/** A matrix, row by row. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

/** One branch: its projection of a token, then two layers over windows of tokens. */
interface BranchWeights {
  readonly order: Order;
  readonly projection: Matrix;
  readonly windows: readonly [Matrix, Matrix];
  readonly windowBiases: readonly [Float32Array, Float32Array];
}

/** All the weights of the network except the table of tokens. */
export interface Weights {
  readonly branches: readonly BranchWeights[];
  /** The projections of all branches side by side: bias, then gain and bias of the norm. */
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
  /** By part of the table: multiplier of a byte, and offset. */
  readonly scales: Float32Array;
  readonly lows: Float32Array;
}

/** Added to a variance before taking its square root. */
export const EPSILON = 1e-12;

/** Reads the weights from a ZIP of NumPy arrays (`.npy`). @throws {BadArchive} */
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

/** Reads the tokens, one byte per component, part by part, into memory that threads can share. @throws {BadArchive} */
export function readTable(archive: ZipReader): SharedArrayBuffer {
  const partBytes = ROWS_A_PART * TOKEN_DIMENSIONS;
  const table = new Uint8Array(new SharedArrayBuffer(TABLE_PARTS * partBytes));
  for (let part = 0; part < TABLE_PARTS; part++) {
    const name = `q${part + 1}`;
    const bytes = readArray(archive, name);
    if (bytes.length !== partBytes) throw wrongSize(name);
    table.set(bytes, part * partBytes);
    // Each part leaves 4 MB of garbage, which would otherwise accumulate beside the table.
    if (part % PARTS_PER_COLLECTION === 0) Bun.gc(true);
  }
  return table.buffer;
}

/** Offset of a token's components in the table. */
export function rowOffset(token: number): number {
  return ((token % TABLE_PARTS) * ROWS_A_PART + Math.floor(token / TABLE_PARTS)) * TOKEN_DIMENSIONS;
}

/** Bytes of the magic string and version of the NPY format 1.0; the length of the header follows, in two bytes. */
const NPY_PRELUDE = 8;

/** The data of an array; its type and order are known, since the file's digest is checked. */
function readArray(archive: ZipReader, name: string): Buffer {
  const bytes = archive.read(`${name}.npy`);
  return bytes.subarray(NPY_PRELUDE + 2 + bytes.readUInt16LE(NPY_PRELUDE));
}

function floats(bytes: Buffer, name: string, length: number): Float32Array {
  if (bytes.length !== length * Float32Array.BYTES_PER_ELEMENT) throw wrongSize(name);
  // Copied because the array may be unaligned.
  return new Float32Array(new Uint8Array(bytes).buffer);
}

function wrongSize(name: string): BadArchive {
  return new BadArchive(`« ${name} » n'y a pas la taille attendue`);
}
