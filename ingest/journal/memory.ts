/**
 * Bytes of source text after which the garbage is collected. Left to itself the engine lets a full-size
 * ingestion grow beyond 1 GB; a collection takes some 20 ms, too long to follow every batch.
 */
const COLLECT_EVERY_BYTES = 4 * 1024 * 1024;

/** Keeps the thread's memory low: call it with what has been read and is needed no more. */
export class Memory {
  private readBytes = 0;

  spent(bytes: number): void {
    this.readBytes += bytes;
    if (this.readBytes < COLLECT_EVERY_BYTES) return;
    this.readBytes = 0;
    Bun.gc(true);
  }
}
