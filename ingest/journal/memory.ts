/**
 * Bytes of source text after which the garbage is collected. Left to itself the engine lets a full-size
 * ingestion grow beyond 1 GB; a collection takes some 20 ms, too long to follow every batch. Over 3,000 documents of
 * real size 4 MB hold 215 MB at most and 8 MB 227; 12 MB save next to nothing more, for 240 MB.
 */
const COLLECT_EVERY_BYTES = 8 * 1024 * 1024;

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
