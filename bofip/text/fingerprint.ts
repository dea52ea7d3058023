import { safeNfc } from "./combining-marks.ts";

/**
 * White space as promised by the API's fingerprints, listed so that every language treats it the same: U+0020 and
 * U+0009–000D, 0085, 00A0, 1680, 2000–200A, 2028, 2029, 202F, 205F, 3000, FEFF.
 */
const OTHERS = String.raw`\u0009-\u000d\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** A lone U+0020 is not matched: replacing it with itself took half of the time. */
const RUNS = new RegExp(`[${OTHERS}][ ${OTHERS}]*| [ ${OTHERS}]+`, "g");

/** A SHA-256 as the API formats it. */
export const FINGERPRINT = /^[0-9a-f]{64}$/;

/**
 * Fingerprint of a text, 64 lower-case hexadecimal digits: SHA-256 of its UTF-8 after NFC, with each run of white
 * space replaced by one space, and trimmed. Stored texts have no long run of combining marks; those of another text are
 * split as theirs were.
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
