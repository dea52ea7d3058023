import { isSameHash, leafHash } from "../../bofip/proof/hashes.ts";
import { entryBundle, heldAtLevel, TILE_WIDTH, type Tile } from "../../bofip/proof/ranges.ts";
import { DamagedText } from "../integrity/damages.ts";
import type { Database } from "../postgres/database.ts";
import { readHashRun } from "./hashes.ts";
import { readProofLog } from "./logs.ts";

/** The last checkpoint of a log, as signed; null when there is none. */
export async function readCheckpointNote(database: Database, log: number): Promise<string | null> {
  return (await readProofLog(database, log))?.last?.note ?? null;
}

/**
 * The bytes of a tile of a log, as far as its last checkpoint covers it; null for one that it does not cover.
 * @throws {DamagedText} when a stored leaf no longer has its hash.
 */
export async function readTile(database: Database, log: number, tile: Tile): Promise<Uint8Array | null> {
  const { level, index, width } = tile;
  const signed = (await readProofLog(database, log))?.last?.size ?? 0;
  const start = index * TILE_WIDTH;
  const end = start + width;
  if (end > heldAtLevel(level, signed)) return null;
  if (level !== "entries") return Buffer.concat(await readHashRun(database, log, { level, start, end }));
  const leaves = await readLeafTexts(database, log, start, end);
  return entryBundle(leaves.map((leaf) => Buffer.from(leaf)));
}

async function readLeafTexts(
  { $client: sql }: Database,
  log: number,
  start: number,
  end: number,
): Promise<readonly string[]> {
  const rows = await sql<{ leaf: string; hash: Uint8Array }[]>`
    select leaf, hash from proof_leaves where log = ${log} and rank >= ${start} and rank < ${end} order by rank`;
  const isWhole = rows.every(({ leaf, hash }) => isSameHash(leafHash(leaf), hash));
  if (!isWhole || rows.length !== end - start) throw new DamagedText(`journal de preuve ${log}`);
  return rows.map(({ leaf }) => leaf);
}
