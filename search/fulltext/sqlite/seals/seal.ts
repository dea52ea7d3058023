import type { SealedField } from "../schema.ts";

/** Key of a row of the index: its seal covers its content under that key, and no other. */
export interface SealKey {
  readonly field: SealedField;
  readonly term: string;
  readonly block: number;
}

/** A 64-bit checksum, in halves that JavaScript and SQLite both add exactly. */
export interface Seal {
  readonly low: number;
  readonly high: number;
}

/** Arbitrary, as long as the two differ and never change. */
const LOW_SALT = 0x5ea1;
const HIGH_SALT = 0x1a5e;

/**
 * Seal of postings: a sum over their entries, so that appended or removed entries are added or subtracted. Each entry
 * contains its place, and all are increasing: the sum covers their order too. One changed entry is always detected,
 * since `mixed` is injective.
 */
export function sealOfEntries(key: SealKey, entries: Uint32Array): Seal {
  const first = Bun.hash.xxHash32(nameOf(key), LOW_SALT);
  const second = mixed(first ^ HIGH_SALT);
  let [low, high] = [0, 0];
  for (let at = 0; at < entries.length; at++) {
    const entry = mixed((entries[at] ?? 0) ^ first);
    low = (low + entry) | 0;
    high = (high + mixed(entry ^ second)) | 0;
  }
  return { low: low >>> 0, high: high >>> 0 };
}

/** Seal of a row that is written as a whole. */
export function sealOfContent(key: SealKey, content: Uint8Array | string): Seal {
  return sealOfContents(key, [content]);
}

/** Seal of several contents, in order. */
export function sealOfContents(key: SealKey, contents: Iterable<Uint8Array | string>): Seal {
  const name = nameOf(key);
  let [low, high] = [Bun.hash.xxHash32(name, LOW_SALT), Bun.hash.xxHash32(name, HIGH_SALT)];
  for (const content of contents) {
    low = Bun.hash.xxHash32(content, low);
    high = Bun.hash.xxHash32(content, high);
  }
  return { low, high };
}

export function isSameSeal(left: Seal, right: Seal): boolean {
  return left.low === right.low && left.high === right.high;
}

function nameOf({ field, term, block }: SealKey): string {
  return `${field}\n${term}\n${block}`;
}

/** A bijection of 32-bit numbers (A. Appleby, MurmurHash3, "fmix32"). */
function mixed(number: number): number {
  let bits = number ^ (number >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
