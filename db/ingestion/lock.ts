import { connectServer, disconnect, type ServerAccess } from "../client.ts";
import type { Config } from "../config.ts";

/** Any constant of our own; the migration lock is another one. */
const INGESTION_LOCK = 7_281_002;

/** The right to execute runs; held by one process at most. */
export interface RunLock {
  /** Gives the function that releases the lock, or null when another process holds it. */
  tryAcquire(): Promise<(() => Promise<void>) | null>;
}

/**
 * On a server, a session advisory lock on a connection of its own: a pooled connection could unlock on another
 * one. In embedded mode the owner of the folder is alone already.
 */
export function runLock(database: Config["database"]): RunLock {
  if (database.kind === "embedded") return { tryAcquire: async () => async () => {} };
  return { tryAcquire: () => acquireOnServer(database) };
}

async function acquireOnServer(server: ServerAccess): Promise<(() => Promise<void>) | null> {
  const reserved = connectServer(server, 1);
  const sql = reserved.$client;
  try {
    const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${INGESTION_LOCK}) as taken`;
    if (row?.taken === true) return () => disconnect(reserved);
  } catch (error) {
    await disconnect(reserved);
    throw error;
  }
  await disconnect(reserved);
  return null;
}
