import { OperatorFault } from "../../config/operator-fault.ts";
import { connectSession, disconnect, type ServerAccess } from "../postgres/client.ts";
import type { Database } from "../postgres/database.ts";

/** Arbitrary constants of our own, other than the migration lock's. */
const LOCKS = { ingestion: 7_281_002, filling: 7_281_003 };

/** The connection with the ingestion lock is lost, and the lock with it. */
export class LockLost extends OperatorFault {
  override readonly name = "LockLost";

  constructor() {
    super(
      "La connexion à PostgreSQL qui tenait le verrou d'ingestion est perdue : rien n'a plus été écrit ; la prochaine exécution reprendra.",
    );
  }
}

/** The right to write the corpus; at most one session of the server has it. */
export interface WriterSession {
  /** The very connection that owns the lock: without the lock, no statement can be sent. */
  readonly database: Database;
  /** Rejects once the connection is lost; statements pending or sent later never resolve. */
  readonly lost: Promise<never>;
  /** Releases the lock. */
  close(): Promise<void>;
}

/**
 * Takes a lock on a server, that of ingestion, or that of filling a language model's vectors, beside which an ingestion may
 * run; null when another process owns it. It is a session's advisory lock (PostgreSQL, « Advisory Locks »): it ends with
 * its process or its connection, and needs a connection that no pooler shares.
 */
export async function openWriterSession(
  server: ServerAccess,
  lock: keyof typeof LOCKS = "ingestion",
): Promise<WriterSession | null> {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => {});
  const database = connectSession(server, () => reject(new LockLost()));
  const close = () => disconnect(database);
  try {
    const [row] = await database.$client<{ taken: boolean }[]>`
      select pg_try_advisory_lock(${LOCKS[lock]}) as taken`;
    if (row?.taken === true) return { database, lost, close };
  } catch (error) {
    await close();
    throw error;
  }
  await close();
  return null;
}

/** Whether some process owns the lock of ingestion now; never for PGlite, whose folder has one owner. */
export async function isIngesting(database: Database): Promise<boolean> {
  const rows = await database.$client`
    select from pg_locks
    where locktype = 'advisory' and granted and (classid, objid, objsubid) = (0, ${LOCKS.ingestion}, 1)
      and database = (select oid from pg_database where datname = current_database())`;
  return rows.length > 0;
}
