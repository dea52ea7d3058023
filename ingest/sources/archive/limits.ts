import type { ByteLimits } from "../bytes.ts";

export interface ArchiveLimits extends ByteLimits {
  readonly maxEntries: number;
  /** Of one `document.xml` or `data.html`, both read into memory; other files are skipped. */
  readonly maxFileBytes: number;
  readonly maxPathLength: number;
  /** Folders waiting for their second file, and the characters kept for them. */
  readonly maxPendingFolders: number;
  readonly maxPendingChars: number;
}

const MIB = 1024 * 1024;

/** Far above a real stock: 110 to 300 MB compressed (some 2 GB), 6,300 documents, the longest over 1 MB. */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  maxBytes: 8 * 1024 * MIB,
  maxRatio: 50,
  maxEntries: 150_000,
  maxFileBytes: 32 * MIB,
  maxPathLength: 1_024,
  maxPendingFolders: 10_000,
  maxPendingChars: 64 * MIB,
};
