import { nodeHash } from "../../bofip/proof/hashes.ts";
import {
  heldAtLevel,
  type LeafRange,
  rangeHash,
  type StoredHash,
  type StoredRun,
  storedRuns,
  TILE_WIDTH,
} from "../../bofip/proof/ranges.ts";
import { DamagedText } from "../integrity/damages.ts";
import type { Database } from "../postgres/database.ts";
import { jsonRows, type Statements } from "../postgres/statements.ts";

/**
 * Reads hashes of a log, by level and number.
 * @throws {DamagedText} by the function returned, for one that the store does not have.
 */
async function readHashes(
  { $client: sql }: Database,
  log: number,
  runs: readonly StoredRun[],
): Promise<StoredHash> {
  const rows = await sql<{ level: number; rank: number; hash: Uint8Array }[]>`
    select r.level, h.rank::float8 as rank, h.hash
    from json_to_recordset(${jsonRows(runs)}::text::json) as r(level int, start bigint, "end" bigint)
    cross join lateral (
      select rank, hash from proof_leaves
      where r.level = 0 and log = ${log} and rank >= r.start and rank < r."end"
      union all
      select rank, hash from proof_nodes
      where r.level > 0 and log = ${log} and level = r.level and rank >= r.start and rank < r."end") h`;
  const held = new Map(rows.map(({ level, rank, hash }) => [`${level} ${rank}`, hash]));
  return (level, rank) => {
    const hash = held.get(`${level} ${rank}`);
    if (hash === undefined) throw new DamagedText(`journal de preuve ${log}`);
    return hash;
  };
}

/** Hashes of ranges of a log, of which a few hundred hashes are read, however long it is. */
export async function readRangeHashes(
  database: Database,
  log: number,
  ranges: readonly LeafRange[],
): Promise<Uint8Array[]> {
  const stored = await readHashes(database, log, storedRuns(ranges));
  return ranges.map((range) => rangeHash(range, stored));
}

/** Root of the tree of the first leaves of a log. */
export async function readRoot(database: Database, log: number, size: number): Promise<Uint8Array> {
  const [root] = await readRangeHashes(database, log, [{ start: 0, end: size }]);
  if (root === undefined) throw new Error("a range has a hash");
  return root;
}

/** Consecutive hashes of one level. @throws {DamagedText} when one is missing. */
export async function readHashRun(database: Database, log: number, run: StoredRun): Promise<Uint8Array[]> {
  const stored = await readHashes(database, log, [run]);
  return Array.from({ length: run.end - run.start }, (_, rank) => stored(run.level, run.start + rank));
}

/** Stores the hashes of the full tiles that a log of that size has and the store lacks, a tile per statement. */
export async function completeNodes(database: Database, log: number, size: number): Promise<void> {
  for (let level = 1; heldAtLevel(level, size) > 0; level += 1) {
    const [held] = await database.$client<{ count: number }[]>`
      select count(*)::float8 as count from proof_nodes where log = ${log} and level = ${level}`;
    for (let rank = held?.count ?? 0; rank < heldAtLevel(level, size); rank += 1) {
      const start = rank * TILE_WIDTH;
      const children = await readHashRun(database, log, { level: level - 1, start, end: start + TILE_WIDTH });
      await insertNode(database.$client, log, { level, rank, hash: foldTile(children) });
    }
  }
}

function foldTile(hashes: readonly Uint8Array[]): Uint8Array {
  const [first] = hashes;
  if (first === undefined) throw new RangeError("a tile of no hash");
  if (hashes.length === 1) return first;
  const middle = hashes.length / 2;
  return nodeHash(foldTile(hashes.slice(0, middle)), foldTile(hashes.slice(middle)));
}

function insertNode(
  sql: Statements,
  log: number,
  { level, rank, hash }: { readonly level: number; readonly rank: number; readonly hash: Uint8Array },
): Promise<unknown> {
  return sql`
    insert into proof_nodes (log, level, rank, hash) values (${log}, ${level}, ${rank}, ${hash}::bytea)
    on conflict do nothing`;
}
