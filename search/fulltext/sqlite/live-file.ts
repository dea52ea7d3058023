import { Database, SQLiteError } from "bun:sqlite";
import { existsSync, realpathSync, statSync } from "node:fs";
import { EngineUnavailable, StoreDamaged } from "../../../db/engine/unavailable.ts";
import { pastFileOf } from "./parts/writer.ts";
import { isReadable } from "./schema.ts";

/** Number of attempts when the index is replaced between finding it and opening it. */
const OPEN_ATTEMPTS = 3;
/** A reader of a WAL file only waits for recovery after a crash. */
const BUSY_TIMEOUT_MS = 1_000;

/** Read-only connection to the index at a path, opened on first use and again when its inode changes (a microsecond). */
export class LiveFile {
  readonly #path: string;
  #open: LiveIndex | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Throws `StoreDamaged` when the index is proved damaged, `EngineUnavailable` when none can be read. */
  read<Result>(work: (index: OpenIndex) => Result): Result {
    try {
      return work(this.#current());
    } catch (error) {
      const hasProof = isDamage(error) || lacksTables(error);
      if (!hasProof && !(error instanceof SQLiteError)) throw error;
      // The next read opens the file again.
      this.close();
      if (!hasProof)
        throw new EngineUnavailable("sqlite", "L'index plein texte ne peut pas être lu.", { cause: error });
      throw error instanceof StoreDamaged ? error : damaged(error);
    }
  }

  close(): void {
    this.#open?.close();
    this.#open = null;
  }

  #current(): OpenIndex {
    const identity = identityOf(this.#path);
    if (this.#open !== null && this.#open.identity === identity) return this.#open;
    this.close();
    this.#open = openPresent(this.#path);
    return this.#open;
  }
}

export interface OpenIndex {
  /** The file of texts in force. */
  readonly database: Database;
  /** The file of the others; opened when first asked for. @throws {EngineUnavailable} when there is none */
  past(): Database;
}

interface LiveIndex extends OpenIndex {
  /** Identity of the file behind the path. */
  readonly identity: string;
  close(): void;
}

function openPresent(path: string): LiveIndex {
  for (let attempt = 1; attempt <= OPEN_ATTEMPTS; attempt += 1) {
    const identity = identityOf(path);
    if (identity === null) break;
    try {
      const index = openIndex(path);
      if (identityOf(path) === identity) return { ...index, identity };
      index.close();
    } catch (error) {
      if (identityOf(path) === identity) throw error;
    }
  }
  throw absent();
}

function openIndex(path: string): Omit<LiveIndex, "identity"> {
  const pastFile = pastFileOf(path);
  const database = openReadOnly(realpathSync(path));
  let past: Database | null = null;
  return {
    database,
    past() {
      if (past === null && !existsSync(pastFile)) throw absent();
      past ??= openReadOnly(pastFile);
      return past;
    },
    close() {
      database.close();
      past?.close();
    },
  };
}

function openReadOnly(file: string): Database {
  const database = new Database(file, { readonly: true, strict: true });
  database.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  if (isReadable(database)) return database;
  database.close();
  throw absent();
}

function absent(): EngineUnavailable {
  return new EngineUnavailable("sqlite", "L'index plein texte n'est pas encore construit.");
}

function identityOf(path: string): string | null {
  const file = statSync(path, { throwIfNoEntry: false });
  return file === undefined ? null : `${file.dev}:${file.ino}`;
}

/** Error for an index that does not contain what was written to it. */
export function damaged(cause?: unknown): StoreDamaged {
  return new StoreDamaged("sqlite", "L'index plein texte est abîmé : il se refait depuis la base.", {
    cause,
  });
}

/** Whether an error proves that the file is damaged: its seals, or its pages (sqlite.org/rescode.html). */
function isDamage(error: unknown): boolean {
  if (error instanceof StoreDamaged) return true;
  if (!(error instanceof SQLiteError)) return false;
  const { code = "" } = error;
  return code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB";
}

/** FTS5 reports its own tables differently. */
const LACKING = /^(no such (table|column|index)|vtable constructor failed|invalid fts5 file format)/;

/** Whether a file lacks something that its version requires. */
function lacksTables(error: unknown): boolean {
  return error instanceof SQLiteError && LACKING.test(error.message);
}

/** Runs `work` on a file with this program's tables. @throws {StoreDamaged} when it proves that the file is damaged */
export function namingDamage<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof StoreDamaged) throw error;
    throw isDamage(error) || lacksTables(error) ? damaged(error) : error;
  }
}

interface Content {
  readonly documents: number;
  /** The last number given: every document written takes another. */
  readonly last: number;
}

const CONTENT = `
  SELECT (SELECT count(*) FROM documents) AS documents,
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'documents'), 0) AS last`;

/** See `FullTextIndex.generation`, of the file at a path. @throws {StoreDamaged} */
export function readSqliteGeneration(path: string): string {
  if (!existsSync(path)) return "absent";
  const file = new LiveFile(path);
  try {
    return file.read(({ database, past }) => [database, past()].map(contentOf).join(" "));
  } catch (error) {
    if (error instanceof StoreDamaged || !(error instanceof EngineUnavailable)) throw error;
    return "unreadable";
  } finally {
    file.close();
  }
}

function contentOf(database: Database): string {
  const content = database.query<Content, []>(CONTENT).get();
  return `${content?.documents ?? 0} ${content?.last ?? 0}`;
}
