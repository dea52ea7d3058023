import { readFields } from "./protobuf.ts";

/** A SentencePiece unigram model. */
interface PieceModel {
  /** By id. */
  readonly pieces: readonly string[];
  /** Log-likelihood of each piece. */
  readonly scores: Float32Array;
  /** Character normalisation: see `Normalizer`. */
  readonly characterMap: Buffer;
}

/** Fields of the model: in the format of that time, the third is the normaliser, not the trainer. */
const PIECE = 1;
const NORMALIZER = 3;
const PIECE_TEXT = 1;
const PIECE_SCORE = 2;
const CHARACTER_MAP = 2;

/**
 * Parses the file of a SentencePiece model.
 * @throws {RangeError} when it is not one.
 */
export function readPieceModel(file: Buffer): PieceModel {
  const pieces: string[] = [];
  const scores: number[] = [];
  let characterMap: Buffer = Buffer.alloc(0);
  for (const { number, bytes } of readFields(file)) {
    if (number === PIECE) {
      const fields = new Map([...readFields(bytes)].map((field) => [field.number, field.bytes]));
      pieces.push(fields.get(PIECE_TEXT)?.toString() ?? "");
      scores.push(fields.get(PIECE_SCORE)?.readFloatLE() ?? 0);
    } else if (number === NORMALIZER) {
      for (const field of readFields(bytes)) if (field.number === CHARACTER_MAP) characterMap = field.bytes;
    }
  }
  if (pieces.length === 0 || characterMap.length === 0) throw new RangeError("no SentencePiece model");
  return { pieces, scores: Float32Array.from(scores), characterMap };
}
