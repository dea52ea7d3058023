import type { Database } from "bun:sqlite";
import { VALUE_CRITERIA, type ValueCriterion } from "../../../db/engine/document-filter.ts";
import { ANALYZER_VERSION } from "../analyzer/index.ts";

/** Rises with each value that filters gain. Raise it when the tables or other fields change, by two when a value goes. */
const SCHEMA_VERSION = 4 + VALUE_CRITERIA.length;

/** `user_version` of a file with the tables and the stems of this program. */
const INDEX_VERSION = SCHEMA_VERSION * 10_000 + ANALYZER_VERSION;

/** A word of the title counts as ten of the text. */
export const TITLE_WEIGHT = 10;

/** Lengths of the prefixes that have postings of their own, since each would match hundreds of words. */
export const SHORT_PREFIX_LENGTHS: readonly number[] = [2, 3];

/** Stems and folded words of texts, positions of stems, filters and facets. `label` only ranks (`matching.ts`). */
export type Field = (typeof OWN_FIELDS)[number] | ValueCriterion;
export type Facet = "domaine" | "type" | "matiere";

const OWN_FIELDS = ["stem", "position", "label", "word", "beginning", "node", "article"] as const;

export const FIELDS: readonly Field[] = [...OWN_FIELDS, ...VALUE_CRITERIA];

/** Postings, lengths and days of a block of documents, a document by identifier and number, and titles. */
export type SealedField = Field | "length" | "days" | "document" | "title";

/** Statements that create the tables of postings and of seals, in the database `schema`. */
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
 * A document here is a text of one, by its entry (`../editions.ts`); its number is never reused, so that remains of a
 * removed one are never another's. `postings` has which documents have each term of each field, and where each stem is;
 * `lengths` how long each is (`postings/`), `days` when it is in force (`parts/days.ts`); `titles` has folded words
 * with a space at both ends, so that trigrams mark the start of a word; `seals` the content of every row of the others
 * (`seals/`).
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
