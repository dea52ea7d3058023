/** Summary of a store's entries: equal for stores with the same entries, in any order. */
export interface StoreDigest {
  readonly count: number;
  /** Sum of the entries' hashes (first 64 bits of their SHA-256), in 16 hexadecimal digits. */
  readonly digest: string;
}

const DIGITS = 16;

/**
 * The digest of entries, each a name and what the store has under it (`BOI-IR-LIQ <hash>`). A sum, because an XOR would
 * hide an entry stored twice.
 */
export function digestOf(entries: Iterable<string>): StoreDigest {
  let count = 0;
  let sum = 0n;
  for (const entry of entries) {
    count += 1;
    sum += new Bun.CryptoHasher("sha256").update(entry).digest().readBigUInt64BE(0);
  }
  return toDigest(count, sum);
}

/** @param sum of the hashes, as signed or unsigned integers. */
export function toDigest(count: number, sum: bigint): StoreDigest {
  return { count, digest: BigInt.asUintN(64, sum).toString(16).padStart(DIGITS, "0") };
}

/** The digest of the entries of both. */
export function addDigests(one: StoreDigest, other: StoreDigest): StoreDigest {
  return toDigest(one.count + other.count, BigInt(`0x${one.digest}`) + BigInt(`0x${other.digest}`));
}

export function isSameDigest(left: StoreDigest, right: StoreDigest): boolean {
  return left.count === right.count && left.digest === right.digest;
}
