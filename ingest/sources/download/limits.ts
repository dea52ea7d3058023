export interface DownloadLimits {
  /** Consecutive attempts that bring nothing new. */
  readonly attempts: number;
  /** Wait before the second attempt; it doubles each time. */
  readonly firstDelayMs: number;
  /** Upper bound of a wait, even one asked for by the server (`Retry-After`). */
  readonly maxDelayMs: number;
  /** How long the server may stay silent, before or during its response. */
  readonly silenceMs: number;
  /** How long the whole download may take, attempts and waits included. */
  readonly wholeMs: number;
  readonly maxBytes: number;
}

const MIB = 1024 * 1024;

/** About ten times the official files: an export of 230 MB, archives of 300 MB. */
export const DOWNLOAD_LIMITS: DownloadLimits = {
  attempts: 5,
  firstDelayMs: 1_000,
  maxDelayMs: 120_000,
  silenceMs: 60_000,
  wholeMs: 2 * 60 * 60_000,
  maxBytes: 4 * 1024 * MIB,
};

/** Manifests and checksums, which are read whole into memory. */
export const MAX_TEXT_BYTES = 16 * MIB;
