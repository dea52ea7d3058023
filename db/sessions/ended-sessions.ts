import { eq, lte } from "drizzle-orm";
import type { Database } from "../postgres/database.ts";
import { endedSessions } from "../schema/sessions.ts";

/**
 * Records that a session is over, until its expiry; deletes those that have expired.
 * @param hash SHA-256 of its cookie.
 */
export async function endSession(
  database: Database,
  hash: Uint8Array,
  expiresAt: Date,
  now: Date,
): Promise<void> {
  await database.delete(endedSessions).where(lte(endedSessions.expiresAt, now));
  await database.insert(endedSessions).values({ hash, expiresAt }).onConflictDoNothing();
}

/** Whether a session was ended before its term. @param hash SHA-256 of its cookie. */
export async function isSessionEnded(database: Database, hash: Uint8Array): Promise<boolean> {
  const found = await database
    .select({ hash: endedSessions.hash })
    .from(endedSessions)
    .where(eq(endedSessions.hash, hash));
  return found.length > 0;
}
