import type { Database } from "../postgres/database.ts";

/**
 * Records that a session is over, until its expiry; deletes those that have expired.
 * @param hash SHA-256 of its cookie.
 */
export async function endSession(
  { $client: sql }: Database,
  hash: Uint8Array,
  expiresAt: Date,
  now: Date,
): Promise<void> {
  await sql`delete from ended_sessions where expires_at <= ${now}`;
  await sql`insert into ended_sessions (hash, expires_at) values (${hash}, ${expiresAt}) on conflict do nothing`;
}

/** Whether a session was ended before its term. @param hash SHA-256 of its cookie. */
export async function isSessionEnded({ $client: sql }: Database, hash: Uint8Array): Promise<boolean> {
  const found = await sql`select from ended_sessions where hash = ${hash}`;
  return found.length > 0;
}
