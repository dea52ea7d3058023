import type postgres from "postgres";
import type { Database } from "./database.ts";
import { retryUndone } from "./retry-undone.ts";

/** Tagged SQL inside a transaction. */
export type Statements = postgres.Sql;

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
 * The same for a statement that comes behind locks, and so sees all that their former owners did; returns its rows.
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
