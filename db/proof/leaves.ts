import { leafHash } from "../../bofip/proof/hashes.ts";
import { type Leaf, writeLeaf } from "../../bofip/proof/leaf.ts";
import type { Database } from "../postgres/database.ts";
import { inTransaction, jsonRows, type Statements } from "../postgres/statements.ts";

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
