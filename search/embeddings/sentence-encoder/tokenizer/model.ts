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

/** Parses the file of a SentencePiece model. @throws {RangeError} when it is not one */
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

/** A length-delimited or four-byte field of a protocol buffer; others are skipped. */
interface Field {
  readonly number: number;
  readonly bytes: Buffer;
}

const VARINT = 0;
const EIGHT_BYTES = 1;
const LENGTH_AND_BYTES = 2;
const FOUR_BYTES = 5;

/** The fields of a message, in order (Protocol Buffers, « Encoding »). @throws {RangeError} when it is not one */
export function* readFields(message: Buffer): Generator<Field> {
  let at = 0;
  const readVarint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message.readUInt8(at++);
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    if (at > message.length) throw new RangeError("a field goes beyond its message");
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = readVarint();
    const number = tag >>> 3;
    const type = tag & 7;
    if (type === LENGTH_AND_BYTES) yield { number, bytes: take(readVarint()) };
    else if (type === FOUR_BYTES) yield { number, bytes: take(4) };
    else if (type === VARINT) readVarint();
    else if (type === EIGHT_BYTES) take(8);
    else throw new RangeError("a field of an unknown type");
  }
}
