/**
 * Bytes of source text between two garbage collections. Without them the engine lets a full-size ingestion grow beyond
 * 1 GB; a collection takes some 20 ms, too long to follow every batch. Over 3,000 documents of real size, 4 MB keep it
 * under 215 MB and 8 MB under 227; 12 MB save almost no time more, for 240 MB.
 */
const COLLECT_EVERY_BYTES = 8 * 1024 * 1024;

/** Keeps the thread's memory low: call it with what has been read and is no longer needed. */
export class Memory {
  private readBytes = 0;

  spent(bytes: number): void {
    this.readBytes += bytes;
    if (this.readBytes < COLLECT_EVERY_BYTES) return;
    this.readBytes = 0;
    Bun.gc(true);
  }
}
