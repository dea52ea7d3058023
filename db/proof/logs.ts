import { isSameHash, leafHash } from "../../bofip/proof/hashes.ts";
import { entryBundle, heldAtLevel, TILE_WIDTH, type Tile } from "../../bofip/proof/ranges.ts";
import { DamagedText } from "../integrity/damages.ts";
import type { Database } from "../postgres/database.ts";
import { inTransaction } from "../postgres/statements.ts";
import { readHashRun } from "./hashes.ts";
import { insertLeaves, type NewLeaf } from "./leaves.ts";

/** A log of proof, and the last checkpoint signed of it. */
export interface ProofLog {
  readonly id: number;
  readonly origin: string;
  /** Leaves, signed or not. */
  readonly size: number;
  /** The key that signs it now, SPKI in base64. */
  readonly publicKey: string;
  readonly isOpen: boolean;
  readonly last: LastCheckpoint | null;
}

interface LastCheckpoint {
  readonly size: number;
  readonly note: string;
  readonly publicKey: string;
}

/** A log by its number, or the last one opened; null when there is none. */
export async function readProofLog(
  { $client: sql }: Database,
  id: number | null = null,
): Promise<ProofLog | null> {
  const [row] = await sql<ProofLog[]>`
    select l.id, l.origin, l.size::float8 as size, l.public_key as "publicKey", l.closed_at is null as "isOpen", (
      select json_build_object('size', c.size, 'note', c.note, 'publicKey', c.public_key)
      from proof_checkpoints c where c.log = l.id order by c.size desc limit 1) as last
    from proof_logs l where ${id}::int is null or l.id = ${id}::int order by l.id desc limit 1`;
  return row ?? null;
}

/** The first leaf of a log, as hashed; null while it has none. */
export async function readFirstLeaf({ $client: sql }: Database, id: number): Promise<string | null> {
  const [row] = await sql<{ leaf: string }[]>`
    select leaf from proof_leaves where log = ${id} and rank = 0`;
  return row?.leaf ?? null;
}

interface Opening {
  readonly id: number;
  readonly origin: string;
  readonly publicKey: string;
  /** Its first leaf, when it follows another; null for a first log. */
  readonly first: NewLeaf | null;
  readonly now: Date;
}

/**
 * Opens a log, and closes the one before at its last checkpoint: leaves that none covers, which nobody has seen, move
 * to the new one, in their order. Does nothing when that number is taken. Waits for transactions that write leaves.
 */
export async function openProofLog(
  database: Database,
  { id, origin, publicKey, first, now }: Opening,
): Promise<void> {
  const at = now.toISOString();
  await inTransaction(database, (sql) => [
    sql`select from corpus for update`,
    sql`
      insert into proof_logs (id, origin, size, public_key, opened_at)
      values (${id}, ${origin}, 0, ${publicKey}, ${at}) on conflict do nothing`,
    insertLeaves(sql, id, first === null ? [] : [first]),
    sql`
      with ended as (
        update proof_logs l set closed_at = ${at}, size = coalesce((
          select max(c.size) from proof_checkpoints c where c.log = l.id), 0)
        where l.closed_at is null and l.id <> ${id}
        returning l.id, l.size),
      moved as (
        update proof_leaves m set log = ${id}, rank = m.rank - ended.size + (select size from proof_logs where id = ${id})
        from ended where m.log = ended.id and m.rank >= ended.size
        returning m.rank)
      update proof_logs set size = size + (select count(*) from moved) where id = ${id}`,
  ]);
}

/** Gives a log its next key, with the leaf that records it; does nothing when another process did. */
export async function changeProofKey(
  database: Database,
  id: number,
  { from, to, leaf }: { readonly from: string; readonly to: string; readonly leaf: NewLeaf },
): Promise<void> {
  await inTransaction(database, (sql) => [
    sql`select from corpus for update`,
    insertLeaves(sql, id, [leaf], sql`and public_key = ${from}`),
    sql`update proof_logs set public_key = ${to} where id = ${id} and public_key = ${from}`,
  ]);
}

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
