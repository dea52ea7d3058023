import type { Database } from "bun:sqlite";
import { ANALYZER_VERSION } from "../analyzer/index.ts";

/** To raise when the tables change. No release had the third, nor the fourth. */
const SCHEMA_VERSION = 5;

/** The last without postings, and the oldest of these, which `former/` reads. */
const LAST_FORMER_SCHEMA = 2;
const OLDEST_READABLE_SCHEMA = 1;

/** What the file's `user_version` says when its tables and its stems are those of this program. */
export const INDEX_VERSION = SCHEMA_VERSION * 10_000 + ANALYZER_VERSION;

/** A word of the title counts as ten of the text. */
export const TITLE_WEIGHT = 10;

/** Number of letters of the word beginnings that have postings of their own: they stand for hundreds of words. */
export const SHORT_PREFIX_LENGTHS: readonly number[] = [2, 3];

/**
 * What documents are found by: the stems and folded words of their texts, the positions of the stems, the stems of their
 * labels (which no search reads yet), and what filters and facets ask for.
 */
export type Field = (typeof FIELDS)[number];
export type Facet = "domaine" | "type" | "matiere";

export const FIELDS = [
  "stem",
  "position",
  "label",
  "word",
  "beginning",
  "node",
  "article",
  "domaine",
  "type",
  "matiere",
] as const;

/** What has seals: postings, the lengths of a block of documents, a document by its identifier and number, and the titles. */
export type SealedField = Field | "length" | "document" | "title";

/** What makes the tables of postings and of seals of a database. @param schema name of the database. */
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
 * `postings` tells which documents hold each term of each field, and where each stem, `lengths` how long each document is (`postings/`); a
 * document's number is never given again, so that what stays of a former one is never taken for another's.
 * `titles` holds the folded words of the titles, a space at both ends so that trigrams tell a word's beginning.
 * `seals` says what each row of the others must hold, and that it must be there (`seals/`).
 * `debut` and `fin` are the first and the last day on which a document is in force, in days since 1970; null where nobody
 * has said, as everywhere yet.
 */
const TABLES = `
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT, boi_id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, titre TEXT NOT NULL,
    debut INTEGER, fin INTEGER
  );
  CREATE TABLE lengths (block INTEGER PRIMARY KEY, lengths BLOB NOT NULL);
  ${postingsTables("main")}
  CREATE VIRTUAL TABLE titles USING fts5 (titre, content = '', contentless_delete = 1, tokenize = 'trigram');
  PRAGMA user_version = ${INDEX_VERSION};
`;

/** Whether the file holds an index that this program made. */
export function isCurrent(database: Database): boolean {
  return versionOf(database) === INDEX_VERSION;
}

/** Whether statements of this program can read the file, be it with the stems of an earlier analyzer. */
export function isReadable(database: Database): boolean {
  const schema = schemaOf(database);
  return schema === SCHEMA_VERSION || (schema >= OLDEST_READABLE_SCHEMA && schema <= LAST_FORMER_SCHEMA);
}

/** Whether a readable file is an index of the time before postings. */
export function isFormer(database: Database): boolean {
  return schemaOf(database) <= LAST_FORMER_SCHEMA;
}

/** Makes the file an empty index of this program's version, within the caller's transaction. */
export function resetTables(database: Database): void {
  for (const table of ["texts", "titles", "articles", "postings", "seals", "lengths", "documents"])
    database.run(`DROP TABLE IF EXISTS main.${table}`);
  database.run(TABLES);
}

function schemaOf(database: Database): number {
  return Math.floor(versionOf(database) / 10_000);
}

function versionOf(database: Database): number {
  const row = database.query<{ user_version: number }, []>("PRAGMA user_version").get();
  return row?.user_version ?? 0;
}
