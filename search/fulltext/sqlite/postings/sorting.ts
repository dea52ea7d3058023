import type { Database } from "bun:sqlite";
import { postingsTables } from "../schema.ts";
import { OR_ADD } from "../seals/changes.ts";
import { OR_APPEND } from "./pending.ts";

/** A database of its own, which the filling of an index attaches: where its postings and their seals wait to be sorted. */
export const GATHERED = "gathered";

const sort = (table: string, onConflict: string) => `
  INSERT INTO main.${table} SELECT * FROM ${GATHERED}.${table} WHERE true ORDER BY field, term, block ${onConflict}`;
const SORT = [sort("postings", OR_APPEND), sort("seals", OR_ADD)];
const EMPTY = ["postings", "seals"].map((table) => `DELETE FROM ${GATHERED}.${table}`);

/**
 * Attaches the file where the postings of a filling wait, outside any transaction. Blocks are filled one after the other,
 * and SQLite stores rows as they come: those of a term would lie far apart, and take four times as long to read.
 */
export function attachGathered(database: Database, file: string): void {
  database.query(`ATTACH DATABASE ? AS ${GATHERED}`).run(file);
  database.run(`PRAGMA ${GATHERED}.journal_mode = OFF`);
  database.run(`PRAGMA ${GATHERED}.synchronous = OFF`);
  database.run(postingsTables(GATHERED));
}

/** Writes what waits into the index, the blocks of each term side by side. */
export function sortGathered(database: Database): void {
  for (const statement of [...SORT, ...EMPTY]) database.run(statement);
}
