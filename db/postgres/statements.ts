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
  await retryUndone(async () => {
    const fault = await attemptTransaction(database, work);
    if (fault !== null) throw fault.reason;
  });
}

async function attemptTransaction(
  database: Database,
  work: (sql: Statements) => readonly Promise<unknown>[],
): Promise<PromiseRejectedResult | null> {
  const sql = await database.$client.reserve();
  try {
    // After a fault, the server skips the rest and COMMIT rolls back.
    const ends = await Promise.allSettled([sql`begin`, ...work(sql), sql`commit`]);
    return ends.find((end) => end.status === "rejected") ?? null;
  } finally {
    sql.release();
  }
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
