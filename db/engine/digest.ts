/** What a store holds, in short: equal for stores that hold the same entries, in whatever order. */
export interface StoreDigest {
  readonly count: number;
  /** Sum of the entries' hashes (first 64 bits of their SHA-256), in 16 hexadecimal digits. */
  readonly digest: string;
}

const DIGITS = 16;

/**
 * The digest of entries that each say what a store holds under a name (`BOI-IR-LIQ <hash>`). A sum, where an XOR
 * would hide an entry held twice.
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

/** @param sum of the hashes, as signed or as unsigned integers. */
export function toDigest(count: number, sum: bigint): StoreDigest {
  return { count, digest: BigInt.asUintN(64, sum).toString(16).padStart(DIGITS, "0") };
}

export function isSameDigest(left: StoreDigest, right: StoreDigest): boolean {
  return left.count === right.count && left.digest === right.digest;
}
