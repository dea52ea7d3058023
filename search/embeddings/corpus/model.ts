import { createHash } from "node:crypto";
import { DIMENSIONS } from "../port.ts";

/** Half of the dimensions for the meaning learnt from the corpus, half for the words themselves. */
export const BLOCK = DIMENSIONS / 2;

/** Learnt from the passages of a corpus. */
interface CorpusModelContent {
  /** Seeds all the random draws of training and of embedding. */
  readonly seed: number;
  /** `ANALYZER_VERSION` of the stems. */
  readonly analyzerVersion: number;
  /** Number of passages in the training set. */
  readonly passages: number;
  /** Number of each stem; those below `scales.length` have a row, the others occur in a single passage. */
  readonly stems: ReadonlyMap<string, number>;
  /** By stem: number of passages that contain it. */
  readonly frequencies: Uint32Array;
  /** By row: multiplier of its int8 components. */
  readonly scales: Float32Array;
  /** The rows, one after the other, `BLOCK` components each. */
  readonly rows: Int8Array;
}

export interface CorpusModel extends CorpusModelContent {
  /** Hash of the content: same passages, seed and code, same version. */
  readonly version: string;
}

// "CEM" and the version of the algorithm, to raise whenever the same content may give other vectors.
const FORMAT = 0x43454d_02;
const HEADER_FIELDS = 6;
const HASH_LENGTH = 16;

/** Adds to a trained content its version. */
export function sealModel(content: CorpusModelContent): CorpusModel {
  return { ...content, version: versionOf(serializeModel(content)) };
}

/**
 * Serialises a model, little-endian: header of six uint32 (format, seed, analyzer version, passages, stems, rows),
 * frequencies (uint32), scales (float32), rows (int8), then the stems in UTF-8, one per line.
 */
export function serializeModel(model: CorpusModelContent): Uint8Array {
  const { seed, analyzerVersion, passages, stems, frequencies, scales, rows } = model;
  const header = Uint32Array.of(FORMAT, seed, analyzerVersion, passages, stems.size, scales.length);
  const names = Buffer.from([...stems.keys()].join("\n"));
  return Buffer.concat([bytesOf(header), bytesOf(frequencies), bytesOf(scales), bytesOf(rows), names]);
}

/** Parses `serializeModel`'s bytes; null for another algorithm's version. @throws {RangeError} when bytes are missing */
export function parseModel(bytes: Uint8Array): CorpusModel | null {
  // Copied because typed arrays must be aligned on four bytes, which a slice of a message may not be.
  const { buffer } = new Uint8Array(bytes);
  const [format, seed = 0, analyzerVersion = 0, passages = 0, stemCount = 0, rowCount = 0] = new Uint32Array(
    buffer.slice(0, HEADER_FIELDS * Uint32Array.BYTES_PER_ELEMENT),
  );
  if (format !== FORMAT) return null;
  const frequencies = new Uint32Array(buffer, HEADER_FIELDS * Uint32Array.BYTES_PER_ELEMENT, stemCount);
  const scales = new Float32Array(buffer, endOf(frequencies), rowCount);
  const rows = new Int8Array(buffer, endOf(scales), rowCount * BLOCK);
  const names = Buffer.from(buffer, endOf(rows)).toString().split("\n", stemCount);
  const stems = new Map(names.map((stem, number) => [stem, number]));
  return { version: versionOf(bytes), seed, analyzerVersion, passages, stems, frequencies, scales, rows };
}

function versionOf(bytes: Uint8Array): string {
  return `corpus-${createHash("sha256").update(bytes).digest("hex").slice(0, HASH_LENGTH)}`;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function endOf({ byteOffset, byteLength }: ArrayBufferView): number {
  return byteOffset + byteLength;
}
