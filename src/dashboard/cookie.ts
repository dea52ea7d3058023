import { SESSION_SECONDS } from "./session.ts";

const NAME = "session_admin";

/** The value of the session cookie in a request, or an empty string. */
export function readSessionCookie(request: Request): string {
  const header = request.headers.get("cookie") ?? "";
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? "";
}

/**
 * The header that sets the session cookie or, with an empty value, deletes it.
 * @param publicUrl in `https:`, the cookie is sent over TLS only.
 */
export function sessionCookie(value: string, publicUrl: string): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const age = value === "" ? 0 : SESSION_SECONDS;
  return `${NAME}=${value}; Path=/admin; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}
