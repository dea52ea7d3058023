import { createHash } from "node:crypto";

/** Bytes of every hash of the log: SHA-256. */
export const HASH_BYTES = 32;

const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

/** Hash of a leaf (RFC 6962, 2.1): its bytes after a zero. A text counts as its UTF-8. */
export function leafHash(leaf: string | Uint8Array): Uint8Array {
  return createHash("sha256").update(LEAF_PREFIX).update(leaf).digest();
}

/** Hash of a node (RFC 6962, 2.1): its two children after a one. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return createHash("sha256").update(NODE_PREFIX).update(left).update(right).digest();
}

/** Root of the empty tree (RFC 6962, 2.1). */
export function emptyRoot(): Uint8Array {
  return createHash("sha256").digest();
}

export function isSameHash(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
