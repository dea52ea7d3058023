import { emptyRoot, nodeHash } from "./hashes.ts";

/** Leaves of a log from `start` to before `end`. A proof is a list of hashes of such ranges. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** Consecutive hashes of the store: those of level `n` cover 256ⁿ leaves each, and are numbered from 0. */
export interface StoredRun {
  readonly level: number;
  readonly start: number;
  readonly end: number;
}

/** The hash of the store with that level and number. */
export type StoredHash = (level: number, index: number) => Uint8Array;

/** The ranges whose hashes prove that a leaf is in the tree of a size, the nearest first (RFC 6962, 2.1.1). */
export function inclusionRanges(rank: number, size: number): LeafRange[] {
  if (rank < 0 || rank >= size) throw new RangeError(`leaf ${rank} of a tree of ${size}`);
  return inclusionWithin(rank, { start: 0, end: size });
}

function inclusionWithin(rank: number, { start, end }: LeafRange): LeafRange[] {
  if (end - start === 1) return [];
  const middle = start + largestPowerBelow(end - start);
  const left = { start, end: middle };
  const right = { start: middle, end };
  return rank < middle ? [...inclusionWithin(rank, left), right] : [...inclusionWithin(rank, right), left];
}

/** The ranges whose hashes prove that a tree of a size begins with the one of a former size (RFC 6962, 2.1.2). */
export function consistencyRanges(former: number, size: number): LeafRange[] {
  if (former < 0 || former > size) throw new RangeError(`a tree of ${former} before one of ${size}`);
  return former === 0 || former === size ? [] : consistencyWithin(former, { start: 0, end: size }, true);
}

/** @param isWhole whether the former tree is this range itself, whose hash the verifier has. */
function consistencyWithin(former: number, range: LeafRange, isWhole: boolean): LeafRange[] {
  const { start, end } = range;
  if (former === end) return isWhole ? [] : [range];
  const middle = start + largestPowerBelow(end - start);
  const left = { start, end: middle };
  const right = { start: middle, end };
  if (former <= middle) return [...consistencyWithin(former, left, isWhole), right];
  return [...consistencyWithin(former, right, false), left];
}

/** The hashes of the store from which those of ranges are computed: at most some 255 a level for each. */
export function storedRuns(ranges: readonly LeafRange[]): StoredRun[] {
  return ranges.flatMap(runsOf);
}

function runsOf({ start, end }: LeafRange): StoredRun[] {
  const runs: StoredRun[] = [];
  let at = start;
  for (let level = levelBelow(end - start); level >= 0; level -= 1) {
    const leaves = TILE_WIDTH ** level;
    const whole = Math.floor((end - at) / leaves);
    if (whole > 0) runs.push({ level, start: at / leaves, end: at / leaves + whole });
    at += whole * leaves;
  }
  return runs;
}

/** Hash of a range of a tree (RFC 6962, 2.1), which starts where one of its subtrees does. */
export function rangeHash(range: LeafRange, stored: StoredHash): Uint8Array {
  const { start, end } = range;
  const leaves = end - start;
  if (leaves === 0) return emptyRoot();
  const level = levelBelow(leaves);
  if (TILE_WIDTH ** level === leaves) return stored(level, start / leaves);
  const middle = start + largestPowerBelow(leaves);
  return nodeHash(rangeHash({ start, end: middle }, stored), rangeHash({ start: middle, end }, stored));
}

/** The highest level whose hashes cover no more than that many leaves. */
function levelBelow(leaves: number): number {
  let level = 0;
  while (TILE_WIDTH ** (level + 1) <= leaves) level += 1;
  return level;
}

/** The largest power of two below a number of two or more. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** Hashes of a full tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;

/** Levels of tiles have one or two digits. */
const MOST_LEVELS = 64;

/** A tile: `width` consecutive hashes of a level, or leaves, from the number `index` × 256. */
export interface Tile {
  readonly level: number | "entries";
  readonly index: number;
  /** From 1 to 256, which is a full tile. */
  readonly width: number;
}

/** Path of a tile below `tile/` (C2SP tlog-tiles), as `0/x001/234.p/17`. */
export function tilePath({ level, index, width }: Tile): string {
  const groups = [];
  for (let rest = index; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(String(rest % 1000).padStart(3, "0"));
  const written = groups.map((group, rank) => (rank < groups.length - 1 ? `x${group}` : group)).join("/");
  return `${level}/${written}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
}

const TILE_PATH = /^(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** The tile at a path; null for a path that names none, or not in its only form. */
export function parseTilePath(path: string): Tile | null {
  const [, levelWritten, groups, widthWritten] = TILE_PATH.exec(path) ?? [];
  if (levelWritten === undefined || groups === undefined) return null;
  const level: Tile["level"] = levelWritten === "entries" ? levelWritten : Number(levelWritten);
  const tile: Tile = {
    level,
    index: Number(groups.replace(/[x/]/g, "")),
    width: widthWritten === undefined ? TILE_WIDTH : Number(widthWritten),
  };
  const isTile = (level === "entries" || level < MOST_LEVELS) && tile.width <= TILE_WIDTH;
  return isTile && tilePath(tile) === path ? tile : null;
}

/** How many hashes, or leaves, of a level a log of that size has. */
export function heldAtLevel(level: Tile["level"], size: number): number {
  return level === "entries" ? size : Math.floor(size / TILE_WIDTH ** level);
}

/** Leaves of one tile, each after its length on two bytes (C2SP tlog-tiles, « Log Entries »). */
export function entryBundle(leaves: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    leaves.flatMap((leaf) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(leaf.length);
      return [length, leaf];
    }),
  );
}
