import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { isSameSecret } from "../../db/engine/same-secret.ts";

/** A working day. A session is not renewed: one signs in again. */
export const SESSION_SECONDS = 8 * 3600;

/** A session as its cookie has it, signed by any process; the store has only those ended before they expire. */
export interface Session {
  readonly cookie: string;
  /** When it expires, unless it is ended before. */
  readonly expiresAt: Date;
  /** The CSRF token of its forms, so that no other site can send one. */
  readonly formToken: string;
}

/** SHA-256 of a session's cookie, which identifies an ended session: its nonce has 128 random bits. */
export function hashOf({ cookie }: Session): Uint8Array {
  return createHash("sha256").update(cookie).digest();
}

/** Signs sessions with a key derived from a secret, the same in all processes; another secret ends them all. */
export class Sessions {
  private readonly key: Buffer;

  /** @param purpose what the sessions are for: those of another purpose are not accepted. */
  constructor(secret: string | Uint8Array, purpose: string, salt = "") {
    this.key = Buffer.from(hkdfSync("sha256", secret, salt, purpose, 32));
  }

  open(now: Date): Session {
    const expiresAt = Math.floor(now.getTime() / 1000) + SESSION_SECONDS;
    const claim = `${expiresAt}.${randomBytes(16).toString("base64url")}`;
    return this.sessionOf(`${claim}.${this.sign("session", claim)}`, expiresAt);
  }

  /** The session of a cookie's value; null when we did not sign it, or when it was changed or has expired. */
  read(cookie: string, now: Date): Session | null {
    const [, claim = "", expiresAt = "", signature = ""] = /^((\d+)\.[\w-]+)\.([\w-]+)$/.exec(cookie) ?? [];
    const isOurs = isSameSecret(signature, this.sign("session", claim));
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

/** The cookie of one kind of session. */
export interface SessionCookie {
  /** Its value in a request, or an empty string. */
  read(request: Request): string;
  /** The header that sets it or, with an empty value, deletes it; over TLS only when `publicUrl` is in `https:`. */
  header(value: string, publicUrl: string): string;
}

/** @param path below which the browser sends it, out of reach of scripts and of other sites. */
function sessionCookie(name: string, path: string): SessionCookie {
  return {
    read(request) {
      const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
    },
    header(value, publicUrl) {
      const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
      const age = value === "" ? 0 : SESSION_SECONDS;
      return `${name}=${value}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
    },
  };
}

export const OPERATOR_COOKIE = sessionCookie("session_admin", "/admin");
export const ACCOUNT_COOKIE = sessionCookie("session_compte", "/compte");
