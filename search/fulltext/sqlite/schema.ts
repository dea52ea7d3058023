import type { Database } from "bun:sqlite";
import { VALUE_CRITERIA, type ValueCriterion } from "../../../db/engine/document-filter.ts";
import { ANALYZER_VERSION } from "../analyzer/index.ts";

/** Raise when the tables or the fields change. */
const SCHEMA_VERSION = 7;

/** `user_version` of a file with the tables and the stems of this program. */
const INDEX_VERSION = SCHEMA_VERSION * 10_000 + ANALYZER_VERSION;

/** A word of the title counts as ten of the text. */
export const TITLE_WEIGHT = 10;

/** Lengths of the prefixes that have postings of their own, since each would match hundreds of words. */
export const SHORT_PREFIX_LENGTHS: readonly number[] = [2, 3];

/**
 * Fields that documents are found by: the stems and folded words of their texts, the positions of the stems, and those
 * for filters and facets. `label` only ranks (`matching.ts`).
 */
export type Field = (typeof OWN_FIELDS)[number] | ValueCriterion;
export type Facet = "domaine" | "type" | "matiere";

const OWN_FIELDS = ["stem", "position", "label", "word", "beginning", "node", "article"] as const;

export const FIELDS: readonly Field[] = [...OWN_FIELDS, ...VALUE_CRITERIA];

/**
 * Sealed contents: postings, the lengths and the days of a block of documents, a document by its identifier and number,
 * and the titles.
 */
export type SealedField = Field | "length" | "days" | "document" | "title";

/**
 * Statements that create the tables of postings and of seals.
 * @param schema name of the database.
 */
export function postingsTables(schema: string): string {
  const key = "field TEXT NOT NULL, term TEXT NOT NULL, block INTEGER NOT NULL";
  return `
    CREATE TABLE ${schema}.postings (${key}, entries BLOB NOT NULL, PRIMARY KEY (field, term, block));
    CREATE TABLE ${schema}.seals (
      ${key}, low INTEGER NOT NULL, high INTEGER NOT NULL, PRIMARY KEY (field, term, block)
    ) WITHOUT ROWID;
  `;
}

/**
 * `postings` records which documents have each term of each field, and where each stem is; `lengths` records how long
 * each document is (`postings/`). A document's number is never reused, so that remains of a removed document are
 * never attributed to another.
 * `days` records when each is in force (`parts/days.ts`). A document of these tables is a text of one, by its entry
 * (`../editions.ts`).
 * `titles` contains the folded words of the titles, with a space at both ends so that trigrams mark the start of a
 * word.
 * `seals` records that each row of the other tables exists, and its content (`seals/`).
 */
const TABLES = `
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT, boi_id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, titre TEXT NOT NULL
  );
  CREATE TABLE lengths (block INTEGER PRIMARY KEY, lengths BLOB NOT NULL);
  CREATE TABLE days (block INTEGER PRIMARY KEY, days BLOB NOT NULL);
  ${postingsTables("main")}
  CREATE VIRTUAL TABLE titles USING fts5 (titre, content = '', contentless_delete = 1, tokenize = 'trigram');
  PRAGMA user_version = ${INDEX_VERSION};
`;

/** Whether this program made the index in the file. */
export function isCurrent(database: Database): boolean {
  return versionOf(database) === INDEX_VERSION;
}

/**
 * Whether this program's statements can read the file, possibly with the stems of another analyzer. One of another
 * schema counts as absent until ingestion has filled a new one beside.
 */
export function isReadable(database: Database): boolean {
  return Math.floor(versionOf(database) / 10_000) === SCHEMA_VERSION;
}

/** Resets the file to an empty index of this program's version, within the caller's transaction. */
export function resetTables(database: Database): void {
  for (const table of ["titles", "postings", "seals", "lengths", "days", "documents"])
    database.run(`DROP TABLE IF EXISTS main.${table}`);
  database.run(TABLES);
}

function versionOf(database: Database): number {
  const row = database.query<{ user_version: number }, []>("PRAGMA user_version").get();
  return row?.user_version ?? 0;
}
