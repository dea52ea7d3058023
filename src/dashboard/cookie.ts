import { SESSION_SECONDS } from "./session.ts";

const NAME = "session_admin";

/** Value of the session's cookie in a request, or an empty text. */
export function readSessionCookie(request: Request): string {
  const header = request.headers.get("cookie") ?? "";
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? "";
}

/**
 * The header that gives a browser its session, or takes it back with an empty value.
 * @param publicUrl in `https:`, the cookie never leaves in clear.
 */
export function sessionCookie(value: string, publicUrl: string): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const age = value === "" ? 0 : SESSION_SECONDS;
  return `${NAME}=${value}; Path=/admin; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}
