import { isSameHash, leafHash } from "../../bofip/proof/hashes.ts";
import { type Leaf, writeLeaf } from "../../bofip/proof/leaf.ts";
import { inclusionRanges } from "../../bofip/proof/ranges.ts";
import { DamagedText } from "../integrity/damages.ts";
import type { Database } from "../postgres/database.ts";
import { inTransaction, jsonRows, type Statements } from "../postgres/statements.ts";
import { type ProvingCheckpoint, readProvingCheckpoint } from "./checkpoints.ts";
import { readRangeHashes } from "./hashes.ts";

/** A leaf to append. */
export interface NewLeaf {
  readonly leaf: Leaf;
  /** Number of its entry in the journal; null for what is not in the journal. */
  readonly sequence: number | null;
}

/** The stored form of a leaf, as a member of a JSON parameter. */
export interface LeafRow {
  readonly leaf: string;
  /** Hexadecimal. */
  readonly leafHash: string;
  readonly leafPrint: string | null;
}

export function leafRow(leaf: Leaf): LeafRow {
  const text = writeLeaf(leaf);
  return { leaf: text, leafHash: Buffer.from(leafHash(text)).toString("hex"), leafPrint: leaf.empreinte };
}

/**
 * Appends leaves to a log, in order, unless it is closed. The transaction has locked the row of `corpus`, as whatever writes
 * the journal does.
 * @param condition further condition on its row of `proof_logs`.
 */
export function insertLeaves(
  sql: Statements,
  log: number,
  leaves: readonly NewLeaf[],
  condition: ReturnType<Statements> = sql``,
): Promise<unknown> {
  const rows = leaves.map(({ leaf, sequence }) => ({ ...leafRow(leaf), sequence }));
  return sql`
    with added as (select ${jsonRows(rows)}::text::json as leaves),
    grown as (
      update proof_logs set size = size + json_array_length(added.leaves) from added
      where id = ${log} and closed_at is null and json_array_length(added.leaves) > 0 ${condition}
      returning size - json_array_length(added.leaves) as before)
    insert into proof_leaves (log, rank, leaf, hash, empreinte, sequence)
    select ${log}, grown.before + item.rank - 1, l.leaf, decode(l."leafHash", 'hex'), l."leafPrint", l.sequence
    from grown, added, json_array_elements(added.leaves) with ordinality as item(leaf, rank),
      json_to_record(item.leaf) as l(leaf text, "leafHash" text, "leafPrint" text, sequence bigint)`;
}

/** Appends leaves to a log in a transaction of their own. */
export async function appendLeaves(
  database: Database,
  log: number,
  leaves: readonly NewLeaf[],
): Promise<void> {
  if (leaves.length === 0) return;
  await inTransaction(database, (sql) => [
    sql`select from corpus for update`,
    insertLeaves(sql, log, leaves),
  ]);
}

/** A text of an edition, as its leaf records it. */
interface LoggedText {
  readonly boiId: string;
  /** Start of validity, `YYYY-MM-DD`. */
  readonly date: string;
  readonly pgp: number;
  readonly empreinte: string;
  /** `printOfParagraphs` of its §. */
  readonly paragraphes: string | null;
}

/** The leaf of a text, and what proves that the log has it. */
export interface ProvedLeaf {
  readonly log: number;
  readonly rank: number;
  /** As hashed. */
  readonly leaf: string;
  /** Null while no checkpoint covers it. */
  readonly proof: (ProvingCheckpoint & { readonly path: readonly Uint8Array[] }) | null;
}

/**
 * The first leaf of a text that holds its § as they are cut, or of version 1, which holds none; null when no log has one.
 * One that names neither § nor official bytes proves no number: it comes last.
 * @throws {DamagedText} when it no longer has its hash.
 */
export async function findProvedLeaf(database: Database, text: LoggedText): Promise<ProvedLeaf | null> {
  const { boiId, date, pgp, empreinte, paragraphes } = text;
  const [row] = await database.$client<{ log: number; rank: number; leaf: string; hash: Uint8Array }[]>`
    select log, rank::float8 as rank, leaf, hash from proof_leaves
    where empreinte = ${empreinte} and leaf::json ->> 'boi_id' = ${boiId}
      and leaf::json ->> 'date_debut' = ${date} and coalesce((leaf::json ->> 'pgp')::int, ${pgp}) = ${pgp}
      and leaf::json ->> 'evenement' in ('edition', 'rectification', 'derivation')
      and (leaf::json ->> 'v' = '1' or leaf::json ->> 'paragraphes' is not distinct from ${paragraphes}::text)
    order by leaf::json ->> 'v' = '1' and leaf::json ->> 'empreinte_source' is null, log, rank limit 1`;
  if (row === undefined) return null;
  const { log, rank, leaf, hash } = row;
  if (!isSameHash(leafHash(leaf), hash)) throw new DamagedText(`journal de preuve ${log}`);
  const checkpoint = await readProvingCheckpoint(database, log, rank);
  if (checkpoint === null) return { log, rank, leaf, proof: null };
  const path = await readRangeHashes(database, log, inclusionRanges(rank, checkpoint.size));
  return { log, rank, leaf, proof: { ...checkpoint, path } };
}
