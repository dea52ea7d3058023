import type postgres from "postgres";
import type { Database } from "./database.ts";
import { retryUndone } from "./retry.ts";

/** Tagged SQL inside a transaction. */
export type Statements = postgres.Sql;

/**
 * Runs statements as one transaction, again when the server asks for it. They are all sent at once, BEGIN and
 * COMMIT included: PGlite never waits for this thread in the middle and is held for their time alone.
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
    // After a fault, the server skips what follows and COMMIT rolls back.
    const ends = await Promise.allSettled([sql`begin`, ...work(sql), sql`commit`]);
    return ends.find((end) => end.status === "rejected") ?? null;
  } finally {
    sql.release();
  }
}

/**
 * Rows as one text parameter, read back in SQL by `json_to_recordset(… ::text::json)`: the statement stays the
 * same, hence prepared, whatever the number of rows. Rows come sorted by key, so that two writers never wait
 * for each other in a circle.
 */
export function jsonRows(rows: readonly unknown[]): string {
  return JSON.stringify(rows);
}

/** Rows of a table by ascending position, a page a statement: no statement holds the store for long. */
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
