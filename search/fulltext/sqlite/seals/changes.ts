import type { Database } from "bun:sqlite";
import type { Seal, SealKey } from "./read-seals.ts";

const KEY = "field = $field AND term = $term AND block = $block";
const MODULUS = "& 4294967295";

/** Clause of an INSERT into a table of seals, for an existing row. */
export const OR_ADD = `
  ON CONFLICT DO UPDATE SET low = (low + excluded.low) ${MODULUS}, high = (high + excluded.high) ${MODULUS}`;

const insertInto = (schema: string) => `
  INSERT INTO ${schema}.seals (field, term, block, low, high) VALUES ($field, $term, $block, $low, $high)`;
const addTo = (schema: string) => `${insertInto(schema)} ${OR_ADD}`;
const SET = `
  ${insertInto("main")} ON CONFLICT DO UPDATE SET low = excluded.low, high = excluded.high`;
const SUBTRACT = `
  UPDATE main.seals SET low = (low - $low) ${MODULUS}, high = (high - $high) ${MODULUS} WHERE ${KEY}`;
const REMOVE = `DELETE FROM main.seals WHERE ${KEY}`;
const REMOVE_EMPTY = `${REMOVE} AND low = 0 AND high = 0`;

type Parameters = Record<string, string | number>;

/** Writes seals, in the same transaction as the sealed contents. */
export class SealChanges {
  private readonly additions: string;

  /** @param schema database to which the seals of postings are added. */
  constructor(
    private readonly database: Database,
    schema = "main",
  ) {
    this.additions = addTo(schema);
  }

  add({ field, term, block }: SealKey, { low, high }: Seal): void {
    this.run(this.additions, { field, term, block, low, high });
  }

  /** Subtracts entries from a seal: that of the others is unchanged, even if they have been damaged since. */
  subtract({ field, term, block }: SealKey, { low, high }: Seal): void {
    this.run(SUBTRACT, { field, term, block, low, high });
    this.run(REMOVE_EMPTY, { field, term, block });
  }

  /** Sets the seal of a row written as a whole. */
  set({ field, term, block }: SealKey, { low, high }: Seal): void {
    this.run(SET, { field, term, block, low, high });
  }

  /** Removes the seal of a removed row. */
  remove({ field, term, block }: SealKey): void {
    this.run(REMOVE, { field, term, block });
  }

  private run(statement: string, parameters: Parameters): void {
    this.database.query<unknown, Parameters>(statement).run(parameters);
  }
}
