import type { Database } from "bun:sqlite";
import { ANALYZER_VERSION } from "../analyzer/index.ts";

/** To raise when the tables change. */
const SCHEMA_VERSION = 2;

/**
 * Of the oldest tables that this program's searches can read: later ones only add to them, for filters that then
 * wait for the index to be filled anew.
 */
const OLDEST_READABLE_SCHEMA = 1;

/** What the file's `user_version` says when its tables and its stems are those of this program. */
export const INDEX_VERSION = SCHEMA_VERSION * 10_000 + ANALYZER_VERSION;

/**
 * Weights of `bm25()` for the columns of `texts`, in their order: a word of the title counts as ten of the
 * text; the domain filter counts for nothing.
 */
export const COLUMN_WEIGHTS = "10, 1, 1, 1, 1, 0";

/** Number of letters of the word beginnings held in `debuts`. */
export const SHORT_PREFIX_LENGTHS: readonly number[] = [2, 3];

/**
 * `texts` holds the stem streams of title and text, the distinct folded words (`mots`) and their beginnings of
 * two and three letters (`debuts`: these prefixes stand for hundreds of words, and FTS5's own `prefix` option
 * would index them in every column, for twice the size). Streams are already cut into words, so that the
 * `ascii` tokenizer, for which every other character is part of a word, splits them as our analyzer did.
 * `documents` and `articles` hold what filters and facets ask for.
 * `titles` holds the folded words of the titles, a space at both ends so that trigrams tell a word's beginning.
 */
const TABLES = `
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY, boi_id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, titre TEXT NOT NULL,
    domaine TEXT NOT NULL, type TEXT NOT NULL, matiere TEXT
  );
  CREATE TABLE articles (document INTEGER, cle TEXT, PRIMARY KEY (document, cle)) WITHOUT ROWID;
  CREATE INDEX articles_cle ON articles (cle);
  CREATE VIRTUAL TABLE texts USING fts5 (
    titre, texte, mots, debuts, identifiant, domaine,
    content = '', contentless_delete = 1, tokenize = "ascii tokenchars '-'"
  );
  CREATE VIRTUAL TABLE titles USING fts5 (titre, content = '', contentless_delete = 1, tokenize = 'trigram');
  PRAGMA user_version = ${INDEX_VERSION};
`;

/** Whether the file holds an index that this program made. */
export function isCurrent(database: Database): boolean {
  return versionOf(database) === INDEX_VERSION;
}

/** Whether statements of this program can read the file, be it with the stems of an earlier analyzer. */
export function isReadable(database: Database): boolean {
  const schema = Math.floor(versionOf(database) / 10_000);
  return schema >= OLDEST_READABLE_SCHEMA && schema <= SCHEMA_VERSION;
}

/** Makes the file an empty index of this program's version, within the caller's transaction. */
export function resetTables(database: Database): void {
  for (const table of ["texts", "titles", "articles", "documents"])
    database.run(`DROP TABLE IF EXISTS ${table}`);
  database.run(TABLES);
}

function versionOf(database: Database): number {
  const row = database.query<{ user_version: number }, []>("PRAGMA user_version").get();
  return row?.user_version ?? 0;
}
