import { createHash, timingSafeEqual } from "node:crypto";

/** Compares hashes, which all have one length, so that the comparison takes the same time whatever was sent. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
