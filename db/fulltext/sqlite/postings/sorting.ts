import type { Database } from "bun:sqlite";
import { POSTINGS, postingsTable } from "../schema.ts";
import { OR_APPEND } from "./pending.ts";

/** A database of its own, which the filling of an index attaches. */
const GATHERED_SCHEMA = "gathered";
/** Where the postings of a filling wait to be sorted. */
export const GATHERED = `${GATHERED_SCHEMA}.${POSTINGS}`;

const SORT = `
  INSERT INTO ${POSTINGS} (field, term, block, entries)
  SELECT field, term, block, entries FROM ${GATHERED} WHERE true ORDER BY field, term, block
  ${OR_APPEND}`;

/**
 * Attaches the file where the postings of a filling wait, outside any transaction. Blocks are filled one after the other,
 * and SQLite stores rows as they come: those of a term would lie far apart, and take four times as long to read.
 */
export function attachGathered(database: Database, file: string): void {
  database.query(`ATTACH DATABASE ? AS ${GATHERED_SCHEMA}`).run(file);
  database.run(`PRAGMA ${GATHERED_SCHEMA}.journal_mode = OFF`);
  database.run(`PRAGMA ${GATHERED_SCHEMA}.synchronous = OFF`);
  database.run(postingsTable(GATHERED));
}

/** Writes what waits into the index, the blocks of each term side by side. */
export function sortGathered(database: Database): void {
  database.run(SORT);
  database.run(`DELETE FROM ${GATHERED}`);
}
