import type { Reader } from "./reader.ts";

/** The texts of the whole doctrine: one that is not kept costs its search as much as twenty that are. */
const DOCTRINE_MB = 224;
/** What those of a greater corpus may take of a process's memory. */
const SHARE_OF_MEMORY = 1 / 8;
const MOST_MB = 65_536;

/** Reads how many bytes of texts a process keeps. @param memoryBytes what it may take at most. */
export function readKeptTexts(read: Reader, memoryBytes: number): number {
  const share = Math.floor((memoryBytes * SHARE_OF_MEMORY) / 1e6);
  const usual = Math.min(MOST_MB, Math.max(DOCTRINE_MB, share));
  return read.integer("KEPT_TEXTS", usual, 1, MOST_MB) * 1_000_000;
}
