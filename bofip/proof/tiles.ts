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
