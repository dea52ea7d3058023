import type { KeyGrant } from "../../../db/keys/grant.ts";
import type { StoredKey } from "../../../db/keys/stored-key.ts";
import { isSessionEnded } from "../../../db/sessions/ended-sessions.ts";
import { ACCOUNT_COOKIE } from "../../sessions/cookie.ts";
import { hashOf, type Session, Sessions } from "../../sessions/session.ts";
import type { AccountContext } from "./context.ts";

/** Someone signed in with a key of an account. */
export interface Holder {
  readonly session: Session;
  /** What that key may do. */
  readonly grant: KeyGrant;
}

/**
 * The value of the cookie of a new session: the visible start of the key, then what the stored key signs. Any process
 * reads it, and the session ends with its key.
 */
export function openSession(context: AccountContext, stored: StoredKey): string {
  const { cookie } = sessionsOf(context, stored).open(context.clock());
  return `${stored.grant.visibleStart}.${cookie}`;
}

/** Who sent a request, or null: no cookie, a forged one, a session that is over, a key that is refused by now. */
export async function readHolder(context: AccountContext, request: Request): Promise<Holder | null> {
  const [, start = "", cookie = ""] = /^(\w+)\.(.+)$/.exec(ACCOUNT_COOKIE.read(request)) ?? [];
  if (start === "") return null;
  const stored = await context.keys.findByStart(start);
  const session = stored === null ? null : sessionsOf(context, stored).read(cookie, context.clock());
  if (stored === null || session === null) return null;
  return (await isSessionEnded(context.primary, hashOf(session))) ? null : { session, grant: stored.grant };
}

/**
 * Signed by the hash of the key, of which nothing is shown, and by the operator's token where there is one: whoever
 * reads the database alone can't sign in.
 */
function sessionsOf({ adminToken }: AccountContext, { hash }: StoredKey): Sessions {
  return new Sessions(hash, "account session", adminToken ?? "");
}
