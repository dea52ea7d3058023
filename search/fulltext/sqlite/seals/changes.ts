import type { Database } from "bun:sqlite";
import type { Seal, SealKey } from "./seal.ts";

const KEY = "field = $field AND term = $term AND block = $block";
const MODULUS = "& 4294967295";

/** What an INSERT into a table of seals does to one that is there already. */
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

/** Writes seals, in the transaction that writes what they are of. */
export class SealChanges {
  private readonly additions: string;

  /** @param schema the database to which the seals of postings are added. */
  constructor(
    private readonly database: Database,
    schema = "main",
  ) {
    this.additions = addTo(schema);
  }

  /** Some entries more. */
  add({ field, term, block }: SealKey, { low, high }: Seal): void {
    this.run(this.additions, { field, term, block, low, high });
  }

  /** Those entries less: the seal of the others stays what it was, whatever they have become since. */
  subtract({ field, term, block }: SealKey, { low, high }: Seal): void {
    this.run(SUBTRACT, { field, term, block, low, high });
    this.run(REMOVE_EMPTY, { field, term, block });
  }

  /** The row is written anew. */
  set({ field, term, block }: SealKey, { low, high }: Seal): void {
    this.run(SET, { field, term, block, low, high });
  }

  /** The row is removed. */
  remove({ field, term, block }: SealKey): void {
    this.run(REMOVE, { field, term, block });
  }

  private run(statement: string, parameters: Parameters): void {
    this.database.query<unknown, Parameters>(statement).run(parameters);
  }
}
