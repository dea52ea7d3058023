import type { Database } from "bun:sqlite";
import { damaged } from "../damage.ts";
import type { SealedField } from "../schema.ts";
import { isSameSeal, type Seal, type SealKey } from "./seal.ts";

/** A row of `seals`. */
export interface StoredSeal extends Seal {
  readonly term: string;
  readonly block: number;
}

export type Parameters = Record<string, string | number>;

/**
 * The seals of a field, by term and by block.
 * @param where condition, over the parameters.
 */
export function readSeals(
  database: Database,
  where: string,
  parameters: Parameters & { readonly field: SealedField },
): StoredSeal[] {
  const sql = `SELECT term, block, low, high FROM seals WHERE ${where} ORDER BY term, block`;
  return database.query<StoredSeal, Parameters>(sql).all(parameters);
}

/**
 * Checks that rows are those of their seals, in the same order and with the same contents.
 * @param sealOf null for a row that can't be what was written.
 * @throws {StoreDamaged}
 */
export function assertSealed<Row extends { readonly term: string; readonly block: number }>(
  field: SealedField,
  rows: Iterable<Row>,
  seals: Iterable<StoredSeal>,
  sealOf: (key: SealKey, row: Row) => Seal | null,
): void {
  const expected = seals[Symbol.iterator]();
  for (const row of rows) {
    const { value: seal } = expected.next();
    if (seal === undefined || seal.term !== row.term || seal.block !== row.block) throw damaged();
    const found = sealOf({ field, term: seal.term, block: seal.block }, row);
    if (found === null || !isSameSeal(found, seal)) throw damaged();
  }
  if (expected.next().done !== true) throw damaged();
}
