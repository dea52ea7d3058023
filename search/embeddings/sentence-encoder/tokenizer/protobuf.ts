/** A length-delimited or four-byte field of a protocol buffer; others are skipped. */
interface Field {
  readonly number: number;
  readonly bytes: Buffer;
}

const VARINT = 0;
const EIGHT_BYTES = 1;
const LENGTH_AND_BYTES = 2;
const FOUR_BYTES = 5;

/**
 * The fields of a message, in order (Protocol Buffers, « Encoding »).
 * @throws {RangeError} when it is truncated or not a message.
 */
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
