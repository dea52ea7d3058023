import { safeNfc } from "./characters.ts";

/** White space as the API's fingerprints promise, listed so that every language treats it the same. */
const OTHERS = String.raw`\u0009-\u000d\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** A lone U+0020 is not matched: replacing it with itself took half of the time. */
const RUNS = new RegExp(`[${OTHERS}][ ${OTHERS}]*| [ ${OTHERS}]+`, "g");

/** A SHA-256 as the API formats it. */
export const FINGERPRINT = /^[0-9a-f]{64}$/;

/**
 * 64 lower-case hexadecimal digits: SHA-256 of the UTF-8 after NFC, each run of white space as one space, trimmed. Long
 * runs of combining marks are split, as those of stored texts were.
 */
export function fingerprint(text: string): string {
  return sha256(normalise(text));
}

/** The text over which a fingerprint is computed. */
export function normalise(text: string): string {
  const spaced = safeNfc(text).replace(RUNS, " ");
  return spaced.slice(
    spaced.startsWith(" ") ? 1 : 0,
    spaced.length > 1 && spaced.endsWith(" ") ? -1 : undefined,
  );
}

/** SHA-256 of raw bytes, or of a text in UTF-8, 64 lower-case hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(content).digest("hex");
}
