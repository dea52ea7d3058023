import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type postgres from "postgres";
import { type Patience, retry } from "../engine/retry.ts";
import type { Database } from "./database.ts";

/** The tag of statements, and of the pieces that functions give to several of them. */
export type Statements = postgres.Sql;

/** A piece of a statement. */
export type Piece = postgres.Fragment;

/**
 * Runs statements as one transaction, again when the server asks for it. They are all sent at once, BEGIN and COMMIT
 * included: PGlite never waits for this thread in the middle, and is occupied for their time alone.
 */
export async function inTransaction(
  database: Database,
  work: (sql: Statements) => readonly Promise<unknown>[],
): Promise<void> {
  await retryUndone(() =>
    onReserved(database, async (sql) =>
      throwFirst(await Promise.allSettled([sql`begin`, ...work(sql), sql`commit`])),
    ),
  );
}

/**
 * A transaction with a statement that comes behind locks, and so sees all that their former owners did; returns its rows.
 * @param lock like `work`, returns a statement that nothing has run yet: the driver sends one once it is awaited.
 */
export async function underLock<Rows>(
  database: Database,
  lock: (sql: Statements) => Promise<unknown>,
  work: (sql: Statements) => Promise<Rows>,
): Promise<Rows> {
  return await retryUndone(() =>
    onReserved(database, async (sql) => {
      const ends = await Promise.allSettled([sql`begin`, lock(sql), work(sql), sql`commit`]);
      throwFirst(ends);
      const [, , worked] = ends;
      if (worked.status === "rejected") throw worked.reason;
      return worked.value;
    }),
  );
}

async function onReserved<Value>(
  database: Database,
  transaction: (sql: Statements) => Promise<Value>,
): Promise<Value> {
  const sql = await database.$client.reserve();
  try {
    return await transaction(sql);
  } finally {
    sql.release();
  }
}

/** After a fault, the server skips the rest and COMMIT rolls back. */
function throwFirst(ends: readonly PromiseSettledResult<unknown>[]): void {
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/**
 * Rows as one text parameter, parsed in SQL by `json_to_recordset(… ::text::json)`: one prepared statement serves any
 * number of rows. Rows come sorted by key, so that two writers cannot deadlock.
 */
export function jsonRows(rows: readonly unknown[]): string {
  return JSON.stringify(rows);
}

/** Rows of a table by ascending position, a page per statement: no statement occupies the store for long. */
export async function* pages<Row extends { readonly position: Position }, Position>(
  first: Position,
  read: (after: Position) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = first; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.position;
  }
}

/** The columns of a table under their names in the schema: what is read with them is the table's `$inferSelect`. */
export function columnsOf(sql: Statements, table: PgTable): Piece {
  const columns = Object.entries(getTableColumns(table)).map(([name, { name: column }]) => [
    name,
    `"${column}"`,
  ]);
  return columnsNamed(sql, Object.fromEntries(columns));
}

/** Columns, in SQL, under the names that readers give them. */
export function columnsNamed(sql: Statements, columns: Readonly<Record<string, string>>): Piece {
  return sql.unsafe(
    Object.entries(columns)
      .map(([name, column]) => `${column} as "${name}"`)
      .join(", "),
  );
}

/**
 * « any of `values` », for identifiers, which contain no space. A single text parameter for any number of them: the
 * statement stays the same, and the PGlite client, which fetches no types, can't send arrays.
 */
export function anyOf(sql: Statements, values: readonly string[]): Piece {
  return sql`any(string_to_array(${values.join(" ")}, ' '))`;
}

/** SQL of `any` of texts that may contain spaces, as `anyOf` of identifiers. */
export function anyTextOf(sql: Statements, values: readonly string[]): Piece {
  return sql`any(array(select json_array_elements_text(${jsonRows(values)}::text::json)))`;
}

/** SQL of `any` of whole numbers, as `anyOf` of texts. */
export function anyNumberOf(sql: Statements, values: readonly number[]): Piece {
  return sql`any(string_to_array(${values.join(" ")}, ' ')::int[])`;
}

/**
 * Whether the store can keep a text unchanged: PostgreSQL rejects NUL, and half a surrogate pair has no UTF-8 form (it
 * would be replaced).
 */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

const PATIENCE: Patience = { attempts: 5, firstDelayMs: 25 };
/**
 * deadlock_detected and serialization_failure (PostgreSQL documentation, appendix A): the server has rolled all of it
 * back.
 */
const RETRIED_CODES = new Set(["40P01", "40001"]);

/** Returns what `work` returns, retried when the server rolled it back in favour of another transaction. */
export async function retryUndone<Value>(work: () => Promise<Value>): Promise<Value> {
  return await retry(work, PATIENCE, { isTransient: isUndone });
}

function isUndone(error: unknown): boolean {
  return error instanceof Error && "code" in error && RETRIED_CODES.has(String(error.code));
}
