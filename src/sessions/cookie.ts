import { SESSION_SECONDS } from "./session.ts";

/** The cookie of one kind of session. */
export interface SessionCookie {
  /** Its value in a request, or an empty string. */
  read(request: Request): string;
  /**
   * The header that sets it or, with an empty value, deletes it.
   * @param publicUrl in `https:`, the cookie is sent over TLS only.
   */
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
