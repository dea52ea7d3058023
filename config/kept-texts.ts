import type { Reader } from "./reader.ts";

/** Size of the whole doctrine's texts: a search costs as much for one uncached text as for twenty cached ones. */
const DOCTRINE_MB = 224;
/** Largest share of a process's memory for the texts of a larger corpus. */
const SHARE_OF_MEMORY = 1 / 8;
const MOST_MB = 65_536;

/**
 * Reads the size limit of a process's text cache, in bytes.
 * @param memoryBytes memory limit of the process.
 */
export function readKeptTexts(read: Reader, memoryBytes: number): number {
  const share = Math.floor((memoryBytes * SHARE_OF_MEMORY) / 1e6);
  const usual = Math.min(MOST_MB, Math.max(DOCTRINE_MB, share));
  return read.integer("KEPT_TEXTS", usual, 1, MOST_MB) * 1_000_000;
}
