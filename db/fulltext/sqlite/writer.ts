import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { analyze } from "../analyzer/index.ts";
import type { FullTextWriter, IndexedDocument } from "../port.ts";
import { isCurrent, resetTables, SHORT_PREFIX_LENGTHS } from "./schema.ts";

/** How long a write waits for another process's write. */
const BUSY_TIMEOUT_MS = 10_000;
/** What a WAL that a great batch swelled shrinks back to: about the size at which SQLite empties it. */
const WAL_BYTES = 4_194_304;

/**
 * Writer of the full-text index at `path`, made when missing. The file is in WAL mode: readers and the writer
 * never wait for each other. An index of another schema or analyzer counts as empty, and the first `upsert`
 * empties it: a caller that must not show readers a hole fills a new one with `replaceSqliteIndex`.
 */
export function openSqliteWriter(path: string): FullTextWriter {
  return writerOf(openForWriting(path));
}

/** Read-write connection to the file at `path`, made when missing with its folder. */
function openForWriting(path: string): Database {
  const database = openFile(path);
  database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  database.run("PRAGMA journal_mode = WAL");
  database.run(`PRAGMA journal_size_limit = ${WAL_BYTES}`);
  return database;
}

/** Read-write connection to the file at `path`, made when missing with its folder; all else as SQLite has it. */
export function openFile(path: string): Database {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path, { create: true, strict: true });
  database.run("PRAGMA synchronous = NORMAL");
  return database;
}

/**
 * Writer over an open connection, which its `close` closes. A batch is one transaction, all of it or nothing, unless
 * the caller has one open: then it is part of that one, which a batch that fails fails.
 */
export function writerOf(database: Database): FullTextWriter {
  let applied = 0;
  return {
    hashes: async () => hashes(database),
    async upsert(documents) {
      upsert(database, documents.map(entryOf));
      applied += documents.length;
    },
    remove: async (boiIds) => remove(database, boiIds),
    settle: async () => {},
    applied: () => applied,
    close: async () => database.close(),
  };
}

/** A document as its rows hold it. */
interface Entry {
  readonly document: {
    readonly boiId: string;
    readonly hash: string;
    readonly titre: string;
    readonly domaine: string;
    readonly type: string;
    readonly matiere: string | null;
  };
  readonly articles: readonly string[];
  readonly streams: readonly [
    titre: string,
    texte: string,
    mots: string,
    debuts: string,
    id: string,
    domaine: string,
  ];
}

/** FTS5 keeps one `docsize` row for each row of its tables (sqlite.org/fts5.html, "External Content and Contentless Tables"). */
const HELD = `
  SELECT boi_id, iif(
    id IN (SELECT id FROM texts_docsize) AND id IN (SELECT id FROM titles_docsize), hash, ''
  ) AS hash FROM documents`;
const STRAYS = `
  SELECT id FROM (SELECT id FROM texts_docsize UNION SELECT id FROM titles_docsize)
  WHERE id NOT IN (SELECT id FROM documents) LIMIT 1`;

/** A file with rows that no document owns counts as empty: searches would count them, and only a new file is rid of them. */
function hashes(database: Database): Map<string, string> {
  if (!isCurrent(database) || database.query(STRAYS).get() !== null) return new Map();
  const rows = database.query<{ boi_id: string; hash: string }, []>(HELD).all();
  return new Map(rows.map((row) => [row.boi_id, row.hash]));
}

function entryOf(indexed: IndexedDocument): Entry {
  const { boiId, hash, titre, texte, domaine, type, matiere, articles } = indexed;
  const title = analyze(titre);
  const text = analyze(texte);
  const words = new Set<string>();
  for (const token of title) words.add(token.folded);
  for (const token of text) words.add(token.folded);
  return {
    document: {
      boiId,
      hash,
      titre: ` ${title.map((token) => token.folded).join(" ")} `,
      domaine,
      type,
      matiere,
    },
    articles,
    streams: [
      title.map((token) => token.stem).join(" "),
      text.map((token) => token.stem).join(" "),
      [...words].join(" "),
      [...beginningsOf(words)].join(" "),
      boiId.toLowerCase(),
      domaine.toLowerCase(),
    ],
  };
}

function beginningsOf(words: ReadonlySet<string>): Set<string> {
  const beginnings = new Set<string>();
  for (const word of words) {
    for (const length of SHORT_PREFIX_LENGTHS) {
      if (word.length >= length) beginnings.add(word.slice(0, length));
    }
  }
  return beginnings;
}

function upsert(database: Database, entries: readonly Entry[]): void {
  write(database, () => {
    if (!isCurrent(database)) resetTables(database);
    // None of these statements may have to be undone midway, as one that gives rows (RETURNING) or writes several may:
    // before each such one FTS5 writes out what it has gathered, in a segment that is to be merged.
    const document = database.query<null, Entry["document"]>(`
      INSERT INTO documents (boi_id, hash, titre, domaine, type, matiere)
      VALUES ($boiId, $hash, $titre, $domaine, $type, $matiere)
      ON CONFLICT (boi_id) DO UPDATE SET hash = excluded.hash, titre = excluded.titre, domaine = excluded.domaine,
        type = excluded.type, matiere = excluded.matiere`);
    const identity = database.query<{ id: number }, [string]>("SELECT id FROM documents WHERE boi_id = ?");
    const texts = database.query(
      `INSERT OR REPLACE INTO texts (rowid, titre, texte, mots, debuts, identifiant, domaine)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    const titles = database.query("INSERT OR REPLACE INTO titles (rowid, titre) VALUES (?, ?)");
    const former = database.query("DELETE FROM articles WHERE document = ?");
    const cited = database.query(
      "INSERT OR IGNORE INTO articles (document, cle) SELECT ?, value FROM json_each(?)",
    );
    for (const { document: row, streams, articles } of entries) {
      document.run(row);
      const id = identity.get(row.boiId)?.id ?? null;
      texts.run(id, ...streams);
      titles.run(id, row.titre);
      former.run(id);
      cited.run(id, JSON.stringify(articles));
    }
  });
}

function remove(database: Database, boiIds: readonly string[]): void {
  if (!isCurrent(database)) return;
  write(database, () => {
    const document = database.query<{ id: number }, [string]>(
      "DELETE FROM documents WHERE boi_id = ? RETURNING id",
    );
    const text = database.query("DELETE FROM texts WHERE rowid = ?");
    const title = database.query("DELETE FROM titles WHERE rowid = ?");
    const cited = database.query("DELETE FROM articles WHERE document = ?");
    for (const boiId of boiIds) {
      const id = document.get(boiId)?.id;
      if (id === undefined) continue;
      text.run(id);
      title.run(id);
      cited.run(id);
    }
  });
}

/**
 * All of `work` or nothing of it; IMMEDIATE, so that two writers queue instead of failing midway. In a transaction of
 * the caller's, no savepoint: FTS5 would write out at each what it has gathered so far.
 */
function write(database: Database, work: () => void): void {
  if (database.inTransaction) work();
  else database.transaction(work).immediate();
}
