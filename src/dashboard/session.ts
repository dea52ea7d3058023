import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/** A working day. There is nothing to renew: the operator signs in again. */
export const SESSION_SECONDS = 8 * 3600;

/**
 * A session as its cookie carries it: the signature tells that one of the processes opened it. The store keeps only
 * which ones were ended before their term.
 */
export interface Session {
  readonly cookie: string;
  /** When it is over, unless it is ended before. */
  readonly expiresAt: Date;
  /** What each of its forms carries, so that no other site can send one. */
  readonly formToken: string;
}

/** SHA-256 of a session's cookie, by which an ended one is known: its nonce holds 128 random bits. */
export function hashOf({ cookie }: Session): Uint8Array {
  return createHash("sha256").update(cookie).digest();
}

/**
 * Signs sessions with a key of their own derived from the operator's token: any process of the same token accepts
 * them, and a new token ends them all.
 */
export class Sessions {
  private readonly key: Buffer;

  constructor(adminToken: string) {
    this.key = Buffer.from(hkdfSync("sha256", adminToken, "", "dashboard session", 32));
  }

  open(now: Date): Session {
    const expiresAt = Math.floor(now.getTime() / 1000) + SESSION_SECONDS;
    const claim = `${expiresAt}.${randomBytes(16).toString("base64url")}`;
    return this.sessionOf(`${claim}.${this.sign("session", claim)}`, expiresAt);
  }

  /** The session of a cookie's value; null when it was not opened here, was changed, or is past its term. */
  read(cookie: string, now: Date): Session | null {
    const [, claim = "", expiresAt = "", signature = ""] = /^((\d+)\.[\w-]+)\.([\w-]+)$/.exec(cookie) ?? [];
    const isOurs = isSame(signature, this.sign("session", claim));
    return isOurs && Number(expiresAt) * 1000 > now.getTime()
      ? this.sessionOf(cookie, Number(expiresAt))
      : null;
  }

  private sessionOf(cookie: string, expiresAt: number): Session {
    return { cookie, expiresAt: new Date(expiresAt * 1000), formToken: this.sign("form", cookie) };
  }

  private sign(purpose: "session" | "form", text: string): string {
    return createHmac("sha256", this.key).update(`${purpose}:${text}`).digest("base64url");
  }
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
