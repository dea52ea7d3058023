import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import type { Database } from "../client.ts";

/** Tagged SQL inside a transaction. */
export type Statements = postgres.Sql;

const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 50;
/** deadlock_detected and serialization_failure (PostgreSQL documentation, appendix A). */
const RETRIED_CODES = new Set(["40P01", "40001"]);

/**
 * Runs statements as one transaction, again when the server asks for it. They are all sent at once, BEGIN and
 * COMMIT included: PGlite never waits for this thread in the middle and is held for their time alone.
 */
export async function inTransaction(
  database: Database,
  work: (sql: Statements) => readonly Promise<unknown>[],
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const fault = await attemptTransaction(database, work);
    if (fault === null) return;
    if (attempt === MAX_ATTEMPTS || !isRetried(fault.reason)) throw fault.reason;
    await sleep(RETRY_DELAY_MS * attempt);
  }
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

function isRetried(error: unknown): boolean {
  return error instanceof Error && "code" in error && RETRIED_CODES.has(String(error.code));
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
