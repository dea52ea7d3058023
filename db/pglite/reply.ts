import type { PGlite } from "@electric-sql/pglite";

const INITIAL_BYTES = 1024 * 1024;

/**
 * Has PGlite execute wire-protocol messages, and collects its reply in a reused buffer. In PGlite 0.5 `execProtocolRaw`
 * grows its own buffer chunk by chunk: on replies of 300 KB it was seven times slower, and the process kept twice what
 * it had sent.
 */
export class ReplyReader {
  private buffer = new Uint8Array(INITIAL_BYTES);
  private length = 0;

  constructor(private readonly pglite: PGlite) {}

  /** The reply to `messages`, in its own memory, which may be transferred. */
  async exchange(messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    this.length = 0;
    await this.pglite.execProtocolRawStream(messages, { onRawData: (chunk) => this.append(chunk) });
    const reply = this.buffer.slice(0, this.length);
    // A rare reply of tens of megabytes must not keep its memory for ever.
    if (this.buffer.length > 16 * INITIAL_BYTES) this.buffer = new Uint8Array(INITIAL_BYTES);
    return reply;
  }

  private append(chunk: Uint8Array): void {
    const needed = this.length + chunk.length;
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.buffer.length));
      larger.set(this.buffer.subarray(0, this.length));
      this.buffer = larger;
    }
    this.buffer.set(chunk, this.length);
    this.length = needed;
  }
}
