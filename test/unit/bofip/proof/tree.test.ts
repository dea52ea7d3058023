import { describe, expect, test } from "bun:test";
import { isConsistent, isIncluded } from "../../../../bofip/proof/attestation.ts";
import { emptyRoot, leafHash, nodeHash } from "../../../../bofip/proof/hashes.ts";
import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  rangeHash,
  storedRuns,
} from "../../../../bofip/proof/ranges.ts";

/** The inputs, roots and paths of the reference implementation of RFC 6962 (certificate-transparency). */
const INPUTS = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const INCLUSIONS: readonly (readonly [rank: number, size: number, path: readonly string[]])[] = [
  [0, 1, []],
  [
    0,
    8,
    [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  ],
  [
    5,
    8,
    [
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  ],
  [2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]],
  [
    1,
    5,
    [
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
  ],
];
const CONSISTENCIES: readonly (readonly [former: number, size: number, path: readonly string[]])[] = [
  [1, 1, []],
  [
    1,
    8,
    [
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
  ],
  [
    6,
    8,
    [
      "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
  ],
  [
    2,
    5,
    [
      "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
  ],
];

const hex = (hash: Uint8Array) => Buffer.from(hash).toString("hex");
const leaves = INPUTS.map((input) => leafHash(Buffer.from(input, "hex")));

/** The hashes of a store that has every leaf: those of full tiles are computed. */
function storeOf(hashes: readonly Uint8Array[]) {
  const stored = (level: number, index: number): Uint8Array => {
    if (level === 0) return hashes[index] ?? emptyRoot();
    const children = Array.from({ length: 256 }, (_, rank) => stored(level - 1, index * 256 + rank));
    return plainRoot(children);
  };
  return stored;
}

/** The definition of RFC 6962, without ranges nor tiles. */
function plainRoot(hashes: readonly Uint8Array[]): Uint8Array {
  const [first] = hashes;
  if (first === undefined) return emptyRoot();
  if (hashes.length === 1) return first;
  let middle = 1;
  while (middle * 2 < hashes.length) middle *= 2;
  return nodeHash(plainRoot(hashes.slice(0, middle)), plainRoot(hashes.slice(middle)));
}

const pathOf = (ranges: readonly LeafRange[], stored: ReturnType<typeof storeOf>) =>
  ranges.map((range) => rangeHash(range, stored));

describe("a tree is that of RFC 6962", () => {
  const stored = storeOf(leaves);

  test("the empty tree has the hash of nothing", () => {
    expect(hex(rangeHash({ start: 0, end: 0 }, stored))).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
  });

  test.each(ROOTS.map((root, rank) => [rank + 1, root] as const))("root of %d leaves", (size, root) => {
    expect(hex(rangeHash({ start: 0, end: size }, stored))).toBe(root);
  });

  test.each(INCLUSIONS)("leaf %d in a tree of %d", (rank, size, path) => {
    expect(pathOf(inclusionRanges(rank, size), stored).map(hex)).toEqual([...path]);
  });

  test.each(CONSISTENCIES)("from %d leaves to %d", (former, size, path) => {
    expect(pathOf(consistencyRanges(former, size), stored).map(hex)).toEqual([...path]);
  });
});

describe("proofs of trees of more than a tile", () => {
  const many = Array.from({ length: 700 }, (_, rank) => leafHash(`feuille ${rank}`));
  const stored = storeOf(many);
  const rootAt = (size: number) => plainRoot(many.slice(0, size));

  test.each([255, 256, 257, 511, 512, 513, 700])("of %d leaves", (size) => {
    const root = rootAt(size);
    expect(hex(rangeHash({ start: 0, end: size }, stored))).toBe(hex(root));
    for (const rank of [0, 1, 254, 255, 256, size - 1].filter((one) => one < size)) {
      const proof = { leaf: many[rank] ?? root, rank, size, root };
      const path = pathOf(inclusionRanges(rank, size), stored);
      expect(isIncluded({ ...proof, path })).toBe(true);
      expect(isIncluded({ ...proof, path, leaf: leafHash("une autre") })).toBe(false);
      expect(isIncluded({ ...proof, path: path.slice(1) })).toBe(false);
      expect(isIncluded({ ...proof, path: [...path, root] })).toBe(false);
      expect(isIncluded({ ...proof, path, rank: size })).toBe(false);
    }
    for (const former of [1, 2, 128, 200, 256, 512, size].filter((one) => one <= size)) {
      const path = pathOf(consistencyRanges(former, size), stored);
      const growth = { former: { size: former, root: rootAt(former) }, later: { size, root }, path };
      expect(isConsistent(growth)).toBe(true);
      expect(isConsistent({ ...growth, former: { size: former, root: leafHash("autre") } })).toBe(false);
      expect(isConsistent({ ...growth, path: [...path, root] })).toBe(false);
    }
  });

  test("a proof is computed from at most 255 hashes a level for each of its ranges", () => {
    const size = 65_536 + 256 * 200 + 77;
    for (const rank of [0, 65_535, 65_536, size - 1]) {
      const runs = storedRuns(inclusionRanges(rank, size));
      const read = runs.reduce((total, { start, end }) => total + end - start, 0);
      expect(read).toBeLessThan(256 * 4);
    }
  });
});
