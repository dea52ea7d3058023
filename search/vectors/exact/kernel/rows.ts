import { readFileSync } from "node:fs";
import { DIMENSIONS } from "../../../embeddings/port.ts";

const PAGE_BYTES = 64 * 1024;
/** Rows are compared by fours (`scan.as`). */
const TILE_ROWS = 4;
const QUESTION_BYTES = DIMENSIONS * Int16Array.BYTES_PER_ELEMENT;

type Scan = (rows: number, end: number, rowBytes: number, question: number, products: number) => void;

const module = new WebAssembly.Module(readFileSync(new URL("./scan.wasm", import.meta.url)));

/** Vectors of int8 in their own memory, where one WebAssembly function multiplies them by a question. */
export class Rows {
  /** Row by row, `DIMENSIONS` each. */
  readonly components: Int8Array;
  /** Product of each row and the current question, for the rows compared so far. */
  readonly products: Int32Array;
  private readonly question: Int16Array;
  private readonly scan: Scan;

  /** @throws {RangeError} beyond the 4 GB of such a memory, some four million rows. */
  constructor(count: number) {
    const held = Math.ceil(count / TILE_ROWS) * TILE_ROWS;
    const productBytes = held * Int32Array.BYTES_PER_ELEMENT;
    const bytes = held * DIMENSIONS + QUESTION_BYTES + productBytes;
    const pages = Math.ceil(bytes / PAGE_BYTES);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    // The one function of `scan.as`; a test compares its compiled bytes.
    this.scan = exports["scan"] as Scan;
    this.components = new Int8Array(memory.buffer, 0, count * DIMENSIONS);
    this.question = new Int16Array(memory.buffer, held * DIMENSIONS, DIMENSIONS);
    this.products = new Int32Array(memory.buffer, held * DIMENSIONS + QUESTION_BYTES, count);
  }

  /** Sets the question to compare rows with. @param components such that no sum of products exceeds 32 bits. */
  ask(components: Int16Array): void {
    this.question.set(components);
  }

  /** Computes the products of the rows from `first` to `last` (excluded), and of up to three on either side. */
  compare(first: number, last: number): void {
    const start = first - (first % TILE_ROWS);
    this.scan(
      start * DIMENSIONS,
      last * DIMENSIONS,
      DIMENSIONS,
      this.question.byteOffset,
      this.products.byteOffset + start * Int32Array.BYTES_PER_ELEMENT,
    );
  }
}
