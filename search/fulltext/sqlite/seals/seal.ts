import type { SealedField } from "../schema.ts";

/** A row of the index, as it is found: its seal is that of what it holds under that name, and no other's. */
export interface SealKey {
  readonly field: SealedField;
  readonly term: string;
  readonly block: number;
}

/** A checksum of 64 bits, in halves that JavaScript and SQLite both add up exactly. */
export interface Seal {
  readonly low: number;
  readonly high: number;
}

/** Any number will do, as long as the two differ and stay the same. */
const LOW_SALT = 0x5ea1;
const HIGH_SALT = 0x1a5e;

/**
 * Seal of postings: a sum over their entries, so that those of what is appended or taken away are added or subtracted. Each
 * entry holds its place, and all rise: the sum says their order too. One that differs is always seen, since `mixed` gives
 * no number twice.
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

/** Likewise, of several, in their order. */
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

/** A number of 32 bits from another, each from one alone (A. Appleby, MurmurHash3, "fmix32"). */
function mixed(number: number): number {
  let bits = number ^ (number >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
