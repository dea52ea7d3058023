/**
 * How much Bun buffers before it writes. Beyond, the head of an answer sent after an await is written in pieces, with
 * a system call for each name and each value, whereas a stream's head leaves with the first bytes (oven-sh/bun#41341,
 * still so in Bun 1.4.5).
 */
const GATHERED_BYTES = 16_384;
/** Room for the head. */
const HEAD_BYTES = 2_048;

/**
 * Returns a body in the form cheapest for Bun to send: a large one costs four times less, but loses its
 * `Content-Length`.
 */
export function sendable(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | ReadableStream {
  if (bytes.byteLength <= GATHERED_BYTES - HEAD_BYTES) return bytes;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
