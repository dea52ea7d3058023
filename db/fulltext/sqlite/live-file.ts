import { Database, SQLiteError } from "bun:sqlite";
import { realpathSync, statSync } from "node:fs";
import { EngineUnavailable } from "../../engine/unavailable.ts";
import { isReadable } from "./schema.ts";

/** How often to look again when the index is replaced between finding it and opening it. */
const OPEN_ATTEMPTS = 3;
/** Only recovery after a crash makes a reader of a WAL file wait. */
const BUSY_TIMEOUT_MS = 1_000;

/**
 * Read-only connection to the index at a path, whichever file is there at present: opened when first asked
 * for, opened anew when the file has been replaced (its inode tells, in a microsecond a call).
 */
export class LiveFile {
  readonly #path: string;
  #open: { readonly database: Database; readonly identity: string } | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * What `work` gives on the present index.
   * @throws {EngineUnavailable} when there is no index, or it can't be read
   */
  read<Result>(work: (database: Database) => Result): Result {
    try {
      return work(this.#current());
    } catch (error) {
      if (!(error instanceof SQLiteError)) throw error;
      this.close();
      throw new EngineUnavailable("sqlite", "L'index plein texte ne peut pas être lu.", { cause: error });
    }
  }

  close(): void {
    this.#open?.database.close();
    this.#open = null;
  }

  #current(): Database {
    const identity = identityOf(this.#path);
    if (this.#open !== null && this.#open.identity === identity) return this.#open.database;
    this.close();
    this.#open = openPresent(this.#path);
    return this.#open.database;
  }
}

function openPresent(path: string): { database: Database; identity: string } {
  for (let attempt = 1; attempt <= OPEN_ATTEMPTS; attempt += 1) {
    const identity = identityOf(path);
    if (identity === null) break;
    try {
      const database = openReadOnly(path);
      if (identityOf(path) === identity) return { database, identity };
      database.close();
    } catch (error) {
      if (identityOf(path) === identity) throw error;
    }
  }
  throw absent();
}

function openReadOnly(path: string): Database {
  const database = new Database(realpathSync(path), { readonly: true, strict: true });
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
