import { isSameHash, nodeHash } from "./hashes.ts";

interface Inclusion {
  readonly leaf: Uint8Array;
  readonly rank: number;
  readonly size: number;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Whether hashes prove that a leaf, by its hash, is in the tree of that size and root (RFC 9162, 2.1.3.2). */
export function isIncluded({ leaf, rank, size, path, root }: Inclusion): boolean {
  if (rank < 0 || rank >= size) return false;
  let at = rank;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameHash(hash, root);
}

/** Two trees of one log. */
interface Growth {
  readonly former: { readonly size: number; readonly root: Uint8Array };
  readonly later: { readonly size: number; readonly root: Uint8Array };
  readonly path: readonly Uint8Array[];
}

/** Whether hashes prove that the later tree begins with every leaf of the former, in order (RFC 9162, 2.1.4.2). */
export function isConsistent({ former, later, path }: Growth): boolean {
  if (former.size > later.size) return false;
  if (former.size === later.size) return path.length === 0 && isSameHash(former.root, later.root);
  if (former.size === 0) return path.length === 0;
  // A tree of a power of two is a node of the later one: its hash is not repeated in the path.
  const [first, ...rest] = isPowerOfTwo(former.size) ? [former.root, ...path] : path;
  if (first === undefined) return false;
  let at = former.size - 1;
  let last = later.size - 1;
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let formerHash = first;
  let laterHash = first;
  for (const hash of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      formerHash = nodeHash(hash, formerHash);
      laterHash = nodeHash(hash, laterHash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else laterHash = nodeHash(laterHash, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameHash(formerHash, former.root) && isSameHash(laterHash, later.root);
}

/** Sizes may exceed the 32 bits of shifts. */
function half(count: number): number {
  return Math.floor(count / 2);
}

function isPowerOfTwo(count: number): boolean {
  let power = 1;
  while (power < count) power *= 2;
  return power === count;
}
