import type { Database } from "bun:sqlite";
import { postingsTables } from "../schema.ts";
import { OR_ADD } from "../seals/changes.ts";
import { OR_APPEND } from "./pending.ts";

/**
 * A separate database, attached while an index is filled: its postings and their seals are staged there to be sorted.
 */
export const GATHERED = "gathered";

const sort = (table: string, onConflict: string) => `
  INSERT INTO main.${table} SELECT * FROM ${GATHERED}.${table} WHERE true ORDER BY field, term, block ${onConflict}`;
const SORT = [sort("postings", OR_APPEND), sort("seals", OR_ADD)];
const EMPTY = ["postings", "seals"].map((table) => `DELETE FROM ${GATHERED}.${table}`);

/**
 * Attaches the staging file of a filling, outside any transaction. Blocks are filled one after the other, and SQLite
 * stores rows as they come: the rows of a term would be scattered, and take four times as long to read.
 */
export function attachGathered(database: Database, file: string): void {
  database.query(`ATTACH DATABASE ? AS ${GATHERED}`).run(file);
  database.run(`PRAGMA ${GATHERED}.journal_mode = OFF`);
  database.run(`PRAGMA ${GATHERED}.synchronous = OFF`);
  database.run(postingsTables(GATHERED));
}

/** Writes the staged rows into the index, with the blocks of each term side by side. */
export function sortGathered(database: Database): void {
  for (const statement of [...SORT, ...EMPTY]) database.run(statement);
}
