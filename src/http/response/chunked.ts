/**
 * What Bun gathers before it writes. Beyond, the head of an answer that comes after an await leaves in pieces, a
 * system call for each name and each value, where that of a stream leaves with the first bytes
 * (oven-sh/bun#41341, still so in Bun 1.4.5).
 */
const GATHERED_BYTES = 16_384;
/** Room for the head. */
const HEAD_BYTES = 2_048;

/** A body as it costs Bun least to send: a large one four times less, at the price of its `Content-Length`. */
export function sendable(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | ReadableStream {
  if (bytes.byteLength <= GATHERED_BYTES - HEAD_BYTES) return bytes;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
